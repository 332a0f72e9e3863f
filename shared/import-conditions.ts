import { options } from '#options/shared';

const all: readonly unknown[] = options;

/** For what resolves imports beside Node, which has those that it was started with: the core alone has no option. */
export const importConditions: readonly string[] = all.length === 0 ? ['core-only'] : [];
