/**
 * Places: where the core takes what options add, without naming one. A place belongs to the module that reads it; the
 * `options.ts` of its tree fills it before that module is used, and is imported by the roots alone (docs/options.md).
 */
interface Place<T> {
  /** What each option adds, by the option's name; `{}` where there is none. */
  fill(parts: Readonly<Record<string, T>>): void;
}

/** Of what is stored: it must be erased, exported and restored while its option is off, too. */
export interface RecordsPlace<T> extends Place<T> {
  /** @throws where no root has filled it */
  all(): readonly T[];
}

/** Of what can be done: only where the option is on. */
export interface ActsPlace<T> extends Place<T> {
  /** The parts of these options, in the order in which the place was filled. @throws where no root has filled it */
  of(options: readonly string[]): readonly T[];
}

/** @param name says in the error which place is empty */
export function recordsPlace<T>(name: string): RecordsPlace<T> {
  const { fill, entries } = createPlace<T>(name);
  return { fill, all: () => entries().map(([, part]) => part) };
}

/** @param name says in the error which place is empty */
export function actsPlace<T>(name: string): ActsPlace<T> {
  const { fill, entries } = createPlace<T>(name);
  return {
    fill,
    of: (options) => entries().flatMap(([option, part]) => (options.includes(option) ? [part] : [])),
  };
}

function createPlace<T>(name: string) {
  let filled: readonly (readonly [string, T])[] | undefined;
  return {
    fill: (parts: Readonly<Record<string, T>>): void => {
      filled = Object.entries(parts);
    },
    entries: () => {
      if (filled === undefined) throw new Error(`The place "${name}" was read before options.ts had filled it.`);
      return filled;
    },
  };
}
