import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsIn, root, target, withoutComments } from './imports.ts';

/** Modules through which code reaches the network, the disk, AWS, a log or another process. */
const modules =
  /^(@aws-sdk\/|@aws-lambda-powertools\/|@smithy\/|aws-jwt-verify(\/|$)|node:(child_process|cluster|dgram|dns|fs|http|http2|https|net|os|process|timers|tls|worker_threads)(\/|$))/;

/** What such modules have that only computes. */
const computing = /^\s*import \{(\s*(BlockList|isIP|isIPv4|isIPv6|STATUS_CODES),?)+\s*\} from 'node:(net|http)';$/gm;

/** An import that is gone when the program runs. */
const ofTypes = /^\s*(import|export) type\s[^'"`;]*?\sfrom\s+['"][^'"]+['"];?$/gm;

/** Time, chance, the environment and the network, as the language itself gives them. */
const ambient =
  /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bprocess\.|\bfetch\(|\bset(?:Timeout|Interval|Immediate)\(|\bconsole\.|\bperformance\.|\brandom(?:Bytes|Int|UUID)\(|\bgetRandomValues\(/g;

/** What a source text does by itself beyond computing: the modules that it imports, and what it calls. */
export function effectsIn(source: string): string[] {
  const imported = valueImportsIn(source.replace(computing, '')).filter((name) => modules.test(name));
  const called = withoutComments(source)
    .replace(/'(?:[^'\\\n]|\\.)*'/g, "''")
    .matchAll(ambient);
  return [...imported, ...[...called].map(([call]) => call)];
}

/** The modules that a source text imports, without those whose types alone it needs. */
export function valueImportsIn(source: string): string[] {
  return importsIn(source.replace(ofTypes, ''));
}

/** Files that take a runtime name its type, or have one at hand. */
const runtime = /\b\w*[Rr]untime\b/;

/** Every file, with what it does by itself, what it needs when it runs, and whether it takes a runtime. */
export function readEffects(files: readonly string[]) {
  return new Map(
    files.map((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      const needs = valueImportsIn(source).map((specifier) => target(file, specifier));
      return [file, { effects: effectsIn(source), needs, takesRuntime: runtime.test(withoutComments(source)) }];
    }),
  );
}

/** A file and all that it imports, directly or by way of others, as far as `readEffects` has read them. */
export function closureOf(file: string, read: ReturnType<typeof readEffects>): string[] {
  const found = new Set([file]);
  for (const one of found) for (const next of read.get(one)?.needs ?? []) if (read.has(next)) found.add(next);
  return [...found];
}
