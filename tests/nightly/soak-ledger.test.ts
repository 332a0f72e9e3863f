import { expect, it } from 'vitest';
import { Ledger, type SavedCell } from '../../tools/soak/ledger.ts';
import { findGrowingMeters } from '../../tools/soak/meters.ts';

const cell: SavedCell = { subject: 'student#S1#2026#1#MATH', field: 'comment' };

/** Three values of one cell, each seen by the author of the next. */
function threeSaves(): Ledger {
  const ledger = new Ledger();
  ledger.watch(cell, 'before');
  ledger.next(cell);
  for (const [was, value] of [
    ['before', 'one'],
    ['one', 'two'],
    ['two', 'three'],
  ] as const)
    ledger.begin(cell, { was, value })(true);
  return ledger;
}
const kept = (stored: string, effects: string[]) => [{ ...cell, stored, effects }];

it('finds nothing where every acknowledged value was stored once, and the last one is there', () => {
  expect(threeSaves().judge(kept('three', ['one', 'two', 'three']))).toEqual({ lost: [], twice: [] });
});

it('notices an acknowledged value that is not there in the end', () => {
  const { lost } = threeSaves().judge(kept('two', ['one', 'two']));
  expect(lost).toEqual(['student#S1#2026#1#MATH comment: three']);
});

it('notices an acknowledged value that the trail does not know', () => {
  const { lost } = threeSaves().judge(kept('three', ['one', 'three']));
  expect(lost).toEqual(['student#S1#2026#1#MATH comment: two']);
});

it('notices a value that somebody overwrote who had not seen it', () => {
  const ledger = threeSaves();
  ledger.begin(cell, { was: 'two', value: 'other' })(true);
  const { lost } = ledger.judge(kept('other', ['one', 'two', 'three', 'other']));
  expect(lost).toHaveLength(2);
});

it('notices a value that took effect twice, and one that was refused and took effect', () => {
  const ledger = threeSaves();
  ledger.begin(cell, { was: 'two', value: 'refused' })(false);
  const { twice } = ledger.judge(kept('three', ['one', 'two', 'two', 'refused', 'three']));
  expect(twice).toEqual(['student#S1#2026#1#MATH comment: two', 'student#S1#2026#1#MATH comment: refused']);
});

it('counts a value once that a browser sends again after it was killed, and tells of what was never answered', () => {
  const ledger = threeSaves();
  ledger.begin(cell, { was: 'two', value: 'three' })(true);
  ledger.begin(cell, { was: 'three', value: 'four' });
  expect(ledger.counts).toEqual({ acknowledged: 3, refused: 0, unanswered: 1 });
});

it('notices memory that grows or falls by more than a twentieth after warming up, and handles, listeners and warnings that pile up', () => {
  const reading = { memory: 100, resident: 300, handles: 20, connections: 150, listeners: 8, warnings: 0 };
  expect(findGrowingMeters([{ ...reading, memory: 50 }, reading, { ...reading, memory: 104, handles: 25 }])).toEqual(
    [],
  );
  expect(findGrowingMeters([reading, reading, { ...reading, memory: 106 }])).toHaveLength(1);
  expect(findGrowingMeters([reading, reading, { ...reading, memory: 94 }])).toHaveLength(1);
  expect(findGrowingMeters([reading, reading, { ...reading, memory: 150 }], true)).toEqual([]);
  const piled = { ...reading, handles: 31, listeners: 9, warnings: 1 };
  expect(findGrowingMeters([reading, reading, piled])).toHaveLength(3);
  expect(findGrowingMeters([reading, reading, { ...reading, connections: 225 }])).toEqual([]);
  expect(findGrowingMeters([reading, reading, { ...reading, connections: 226 }])).toHaveLength(1);
  expect(findGrowingMeters([reading, reading, { ...reading, resident: 300e6 }])).toEqual([]);
  expect(findGrowingMeters([reading, reading, { ...reading, resident: 301e6 }], true)).toEqual([
    'resident memory: 301.0 MB, and at most 300.0 are expected.',
  ]);
  expect(findGrowingMeters([reading])).toHaveLength(1);
});
