// Bundles the unit tests and runs them with Node's own test runner.
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "node_modules/.tests");
const tests = readdirSync(join(here, "tests")).filter((name) => name.endsWith(".test.ts"));
rmSync(target, { recursive: true, force: true });
await esbuild.build({
  entryPoints: tests.map((name) => join(here, "tests", name)),
  outdir: target,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  jsx: "automatic",
  jsxImportSource: "preact",
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  logLevel: "warning",
});
const files = readdirSync(target).map((name) => join(target, name));
process.exitCode = spawnSync(process.execPath, ["--test", ...files], { stdio: "inherit" }).status ?? 1;
