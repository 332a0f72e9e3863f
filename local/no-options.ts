import type { DemoItem, DemoSchool, Seeding } from './demo-school/types.ts';

/** In place of `options.ts` in a build of the core alone: the demo school has nothing of options. */
export function* itemsOfOptions(_school: DemoSchool): Generator<DemoItem> {}

export async function seedOptions(_seeding: Seeding): Promise<void> {}
