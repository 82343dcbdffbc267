"""KataGo's JSON analysis protocol: queries on stdin, answers on stdout, a line each."""
