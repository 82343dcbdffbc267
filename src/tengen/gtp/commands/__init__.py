"""GTP commands, a module for each subject, a function for each command: arguments in, the answer's text out.

A function has the name of its command, with underscores for hyphens. It raises GtpError, and changes nothing, when the
command cannot be carried out. ``session.SUBJECTS`` lists them all.
"""
