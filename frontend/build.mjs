// Bundles the page into src/tengen/web/static/ (or the folder given), and checks its compressed size.
// Usage: node build.mjs [FOLDER] [--watch]
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const words = process.argv.slice(2);
const isWatching = words.includes("--watch");
const target = resolve(words.find((word) => !word.startsWith("--")) ?? join(here, "../src/tengen/web/static"));
const LIMIT = 300_000; // bytes, compressed

const PICTURES = { "./board.png": "wood.svg", "./stone_1.svg": "stone_black.svg", "./stone_-1.svg": "stone_white.svg" };

/** Replaces shudan's pictures by ours, which are smaller, and what @sabaki/sgf needs only outside of a browser. */
const replacements = {
  name: "replacements",
  setup(build) {
    build.onResolve({ filter: /(board\.png|stone_-?1\.svg)$/ }, (found) => ({ path: join(here, "src/board", PICTURES[found.path]) }));
    build.onResolve({ filter: /^(fs|iconv-lite|jschardet)$/ }, (found) => ({ path: found.path, namespace: "empty" }));
    build.onLoad({ filter: /.*/, namespace: "empty" }, () => ({ contents: "module.exports = null" }));
  },
};

const settings = {
  entryPoints: { page: join(here, "src/main.tsx") },
  outdir: target,
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: !isWatching,
  sourcemap: isWatching,
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".svg": "file" },
  assetNames: "[name]-[hash]",
  legalComments: "none", // LICENSES.txt has them in full
  metafile: true,
  plugins: [replacements],
  logLevel: "warning",
};

/** Returns the licences of all packages that are part of the page. */
function licences(inputs) {
  const found = inputs.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  const names = [...new Set(found.filter((name) => name !== undefined))].sort();
  return names.map((name) => {
    const folder = join(here, "node_modules", name);
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file ? readFileSync(join(folder, file), "utf8") : JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).license;
    return `${name}\n\n${text.trim()}\n`;
  }).join(`\n${"-".repeat(80)}\n\n`);
}

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const name of ["index.html", "icon.svg"]) copyFileSync(join(here, "src", name), join(target, name));

if (isWatching) {
  const context = await esbuild.context(settings);
  await context.watch();
} else {
  const { metafile } = await esbuild.build(settings);
  writeFileSync(join(target, "LICENSES.txt"), licences(Object.keys(metafile.inputs)));
  let total = 0;
  for (const name of readdirSync(target)) total += gzipSync(readFileSync(join(target, name)), { level: 9 }).length;
  process.stdout.write(`built ${target}: ${(total / 1000).toFixed(1)} kB compressed\n`);
  if (total > LIMIT) {
    process.stderr.write(`The page is larger than ${LIMIT / 1000} kB.\n`);
    process.exitCode = 1;
  }
}
