import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Equivalent, equivalentsOf } from './equivalents.ts';
import { type Mutant, mutantsOf, mutate } from './mutants.ts';
import { markPlaces } from './places.ts';
import { list, type Tree } from './tree.ts';

/** One mutant of so many, chosen by the seed: all of them where `every` is 1. */
export interface Sample {
  every: number;
  seed: string;
}

interface Case {
  path: string;
  mutant: Mutant;
  /** Test files that reach its place, quickest first. */
  tests: string[];
}

export interface Verdict extends Case {
  outcome: 'noticed' | 'survives' | 'reached by no test';
  /** Milliseconds since its tests began. */
  duration: number;
}

export interface Judgement {
  verdicts: Verdict[];
  /** Mutants that change nothing which can be seen. They are not run. */
  equivalents: number;
  /** How many mutants the sample was taken from. */
  from: number;
}

interface Reach {
  /** Keys of the places that a test file reaches. */
  places: ReadonlySet<string>;
  /** Milliseconds of its run. */
  duration: number;
}

/** Tests of a mutant that take so many times as long as without it go round in circles. */
const patience = 4;

/**
 * Puts mutants into sources, one at a time, and runs the test files that reach their places until one fails. Several trees, copies
 * of one root, share the work.
 * @param tests test files, or folders of them
 * @throws where a test fails without a mutant, an equivalent is no mutant of the sources, or what is said of `isWhole` does not hold
 */
export async function judge(
  trees: readonly Tree[],
  options: {
    root: string;
    sources: readonly string[];
    tests: readonly string[];
    sample: Sample;
    equivalents: readonly Equivalent[];
    /** A survivor also meets the tests that do not reach its place: they must not notice it. */
    isWhole?: boolean;
    onVerdict?: (verdict: Verdict, progress: { done: number; of: number }) => void;
  },
): Promise<Judgement> {
  const texts = new Map(options.sources.map((path) => [path, readFileSync(join(options.root, path), 'utf8')]));
  const all = [...texts].flatMap(([path, text]) => mutantsOf(text).map((mutant) => ({ path, mutant })));
  const known = equivalentsOf(
    all,
    options.equivalents.filter(({ path }) => texts.has(path)),
  );
  const testFiles = list(options.root, [...options.tests]).filter((path) => /\.test\.tsx?$/.test(path));
  const { reach, placeAt } = await reachOf(trees, texts, testFiles);
  const quickest = [...reach].sort(([, one], [, other]) => one.duration - other.duration).map(([test]) => test);
  const limitOf = (test: string): number => patience * (reach.get(test)?.duration ?? 0) + 20_000;

  const chosen = all.filter((one) => !known.has(one) && isChosen(one, options.sample));
  const cases = chosen.map((one): Case => {
    const place = placeAt(one.path, one.mutant.start);
    return { ...one, tests: quickest.filter((test) => reach.get(test)?.places.has(place)) };
  });

  /** The test file that noticed a mutant of a source last: it is asked first about the next one. */
  const noticedBy = new Map<string, string>();
  const judgeOne = async (tree: Tree, { path, mutant, tests }: Case): Promise<Verdict> => {
    const started = performance.now();
    const verdict = (outcome: Verdict['outcome']): Verdict => {
      return { path, mutant, tests, outcome, duration: performance.now() - started };
    };
    const text = texts.get(path) ?? '';
    tree.write(path, mutate(text, mutant));
    try {
      const first = noticedBy.get(path);
      for (const test of tests.toSorted((one, other) => Number(other === first) - Number(one === first))) {
        if (await tree.run([test], limitOf(test))) continue;
        noticedBy.set(path, test);
        return verdict('noticed');
      }
      for (const test of options.isWhole ? quickest.filter((one) => !tests.includes(one)) : []) {
        if (await tree.run([test], limitOf(test))) continue;
        throw new Error(`${test} notices ${path}:${mutant.line} ${mutant.after}, and does not reach its place.`);
      }
      return verdict(tests.length === 0 ? 'reached by no test' : 'survives');
    } finally {
      tree.write(path, text);
    }
  };
  const verdicts: Verdict[] = [];
  await shareOut(trees, cases, async (tree, one) => {
    const verdict = await judgeOne(tree, one);
    verdicts.push(verdict);
    options.onVerdict?.(verdict, { done: verdicts.length, of: cases.length });
  });
  return { verdicts, equivalents: known.size, from: all.length };
}

/** Runs each test file once, with a mark at each place of the sources: what it reaches, and how long it takes. */
async function reachOf(trees: readonly Tree[], texts: ReadonlyMap<string, string>, tests: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'reached-'));
  const reach = new Map<string, Reach>();
  const places = new Map<string, (position: number) => string>();
  try {
    trees.forEach((tree, index) => {
      for (const [path, text] of texts) {
        const { marked, placeAt } = markPlaces(path, text, join(folder, String(index)));
        tree.write(path, marked);
        places.set(path, placeAt);
      }
    });
    await shareOut(trees, tests, async (tree, test) => {
      const reached = join(folder, String(trees.indexOf(tree)));
      rmSync(reached, { force: true });
      const started = performance.now();
      if (!(await tree.run([test], Number.POSITIVE_INFINITY))) throw new Error(`${test} fails without a mutant.`);
      const keys = existsSync(reached) ? readFileSync(reached, 'utf8').split('\n') : [];
      reach.set(test, { places: new Set(keys), duration: performance.now() - started });
    });
  } finally {
    for (const tree of trees) for (const [path, text] of texts) tree.write(path, text);
    rmSync(folder, { recursive: true, force: true });
  }
  return { reach, placeAt: (path: string, position: number) => places.get(path)?.(position) ?? '' };
}

/** Each tree takes the next one when it has done its last. */
async function shareOut<One>(
  trees: readonly Tree[],
  all: readonly One[],
  work: (tree: Tree, one: One) => Promise<void>,
): Promise<void> {
  const waiting = [...all];
  const workOn = async (tree: Tree): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(tree, one);
  };
  await Promise.all(trees.map(workOn));
}

/** Whether a mutant is in the sample: by the mutant and the seed alone, so that each run takes the same ones. */
export function isChosen({ path, mutant }: { path: string; mutant: Mutant }, { every, seed }: Sample): boolean {
  const hash = createHash('sha256').update(`${seed} ${path} ${mutant.start} ${mutant.end} ${mutant.after}`).digest();
  return hash.readUInt32BE() % every === 0;
}
