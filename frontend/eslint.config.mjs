import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["node_modules/", "src/messages.ts", "*.mjs"] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      // Node's test runner waits for its tests itself.
      "@typescript-eslint/no-floating-promises": ["error", { allowForKnownSafeCalls: [{ from: "package", package: "node:test", name: "test" }] }],
      "no-restricted-syntax": [
        "error",
        { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: "Texts of players and files must never become markup." },
        { selector: "MemberExpression[property.name=/^(innerHTML|outerHTML)$/]", message: "Texts of players and files must never become markup." },
      ],
    },
  },
  {
    files: ["tests/**"],
    rules: { "@typescript-eslint/no-floating-promises": ["error", { allowForKnownSafeCalls: [{ from: "package", name: ["test", "describe", "it"], package: "node:test" }] }] },
  },
);
