/** What a transaction takes at most, without the audit row and the check that the term is open. */
const actions = 98;
/** The report, and the check that the student still is in the class. */
const actionsOfStudent = 2;

/**
 * Students in the order of their classes, in batches of one transaction each: two actions for each student and one for each
 * class of the batch.
 */
export function batchesOf(classes: readonly { unregistered: readonly string[] }[]): string[][] {
  const batches: string[][] = [];
  let free = 0;
  for (const { unregistered } of classes) {
    let rest = unregistered;
    while (rest.length > 0) {
      // A class needs its own action and at least one student's.
      if (free < 1 + actionsOfStudent) {
        batches.push([]);
        free = actions;
      }
      const here = rest.slice(0, Math.floor((free - 1) / actionsOfStudent));
      batches.at(-1)?.push(...here);
      free -= here.length * actionsOfStudent + 1;
      rest = rest.slice(here.length);
    }
  }
  return batches;
}
