import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ModelWorld, serverConditions, type Tab } from './model-world.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const rows = ['ali', 'bo'];
const fields = ['exam_mark', 'comment'];

/** Milliseconds that a server asks for which slows somebody down, and the moment more that the outbox takes. */
const pauseAskedFor = 11_000;

/** The weather clears, the user retries, and everything happens that can. */
async function clearUp(world: ModelWorld, tabs: readonly Tab[]): Promise<void> {
  await world.run();
  world.weather = 'fine';
  vi.advanceTimersByTime(pauseAskedFor);
  for (const { outbox } of tabs) void outbox.resume();
  await world.run();
  for (const { outbox } of tabs) void outbox.retry();
  await world.run();
}

/**
 * The user keeps what was typed. It may be asked about over a value of the user's own: one that another tab has sent
 * already, or that was first carried out without an answer and then forbidden.
 */
async function keepAll(world: ModelWorld, tabs: readonly Tab[]): Promise<void> {
  for (const { outbox } of tabs) {
    for (const { waiting, failures } of outbox.states()) {
      for (const { field } of failures) if (waiting && field !== null) void outbox.keepMine(waiting.id, field);
    }
    await world.run();
  }
  for (const { outbox } of tabs) void outbox.wake();
  await world.run();
}

describe('the outbox, whatever happens in whatever order', () => {
  it('loses no typed value and applies none twice, whatever happens between typing and the answer', async () => {
    const act = fc.record({
      kind: fc.constantFrom('type', 'type', 'type', 'weather', 'reload', 'wake', 'retry', 'pause', 'resume'),
      tab: fc.nat(1),
      row: fc.constantFrom(...rows),
      field: fc.constantFrom(...fields),
      weather: fc.constantFrom(...serverConditions),
      steps: fc.array(fc.nat(20), { maxLength: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
        const world = new ModelWorld();
        const tabs = [world.openTab(), world.openTab()];
        const typed = new Map<string, number>();
        let value = 0;
        for (const { kind, tab: index, row, field, weather, steps } of acts) {
          // Each field is typed in one of the tabs; both send what waits of either.
          const owner = kind === 'type' ? fields.indexOf(field) : index;
          const tab = tabs[owner] as Tab;
          if (kind === 'type') {
            value += 1;
            typed.set(`${row} ${field}`, value);
            world.type(tab, { row, field, value });
          } else if (kind === 'weather') world.weather = weather;
          else if (kind === 'reload') {
            world.closeTab(tab);
            const reopened = world.openTab();
            reopened.seen = tab.seen;
            tabs[owner] = reopened;
          } else if (kind === 'pause') tab.outbox.pause();
          else void tab.outbox[kind]();
          await world.step(steps);
        }
        await clearUp(world, tabs);
        await keepAll(world, tabs);

        for (const [place, last] of typed) {
          const [row = '', field = ''] = place.split(' ');
          expect(world.server.value(row, field)).toBe(last);
          const written = world.server.writes.filter((write) => write.place === place).map((write) => write.value);
          // Typed values only grow: a value applied twice, or after a newer one, would stand out of order.
          expect(written).toEqual([...new Set(written)].sort((a, b) => Number(a) - Number(b)));
        }
        expect(world.mostAtOnce).toBeLessThanOrEqual(1);
        expect(await world.storedForLater()).toEqual([]);
        for (const { outbox } of tabs) expect(outbox.unsaved()).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  it('never overwrites a value that the user did not see without asking', async () => {
    const act = fc.record({
      kind: fc.constantFrom('type', 'other', 'mine', 'theirs', 'weather'),
      field: fc.constantFrom(...fields),
      weather: fc.constantFrom('fine' as const, 'lost-after' as const, 'lost' as const),
      steps: fc.array(fc.nat(20), { maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
        const world = new ModelWorld();
        const tab = world.openTab();
        const kept = new Set<number>();
        let value = 0;
        for (const { kind, field, weather, steps } of acts) {
          value += 1;
          if (kind === 'type') world.type(tab, { row: 'ali', field, value });
          else if (kind === 'other') world.server.write('ali', field, -value);
          else if (kind === 'weather') world.weather = weather;
          else if (kind === 'theirs') void tab.outbox.discardValue('ali', conflicting(tab) ?? field);
          else {
            const theirs = conflictOf(tab)?.theirs;
            if (typeof theirs === 'number') kept.add(theirs);
            void tab.outbox.keepMine('ali', conflicting(tab) ?? field);
          }
          await world.step(steps);
        }
        await clearUp(world, [tab]);
        // Another's value (negative) is followed by ours only if the cell showed it when we typed, or we chose ours.
        for (const [index, write] of world.server.writes.entries()) {
          const before = world.server.writes.slice(0, index).findLast(({ place }) => place === write.place);
          if (typeof before?.value !== 'number' || before.value > 0 || Number(write.value) < 0) continue;
          const wasSeen = kept.has(before.value) || world.seenWhenTyped.has(before.value);
          expect(wasSeen).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('leaves each cell with the value that was typed last, unless somebody else stored another one afterwards', async () => {
    const act = fc.record({
      kind: fc.constantFrom('type', 'type', 'type', 'other', 'reload', 'weather', 'mine', 'retry', 'pause', 'resume'),
      field: fc.constantFrom('exam_mark', 'exam_mark', 'exam_mark', 'comment'),
      // Few, so that a value is often typed back to one that the field had before.
      value: fc.constantFrom(null, 1, 2),
      weather: fc.constantFrom('fine' as const, 'lost-after' as const, 'lost' as const, 'stumbles' as const),
      steps: fc.array(fc.nat(20), { maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
        const world = new ModelWorld();
        let tab = world.openTab();
        let others = 0;
        /** What was typed last, and how much was written before. */
        const last = new Map<string, { value: number | null; held: unknown; writes: number }>();
        for (const { kind, field, value, weather, steps } of acts) {
          if (kind === 'type') {
            const shown = tab.seen.has(`ali ${field}`)
              ? tab.seen.get(`ali ${field}`)
              : world.server.value('ali', field);
            // The same again is no change of a field.
            if (shown !== value) {
              last.set(field, { value, held: world.server.value('ali', field), writes: world.server.writes.length });
              world.type(tab, { row: 'ali', field, value });
            }
          } else if (kind === 'other') world.server.write('ali', field, -++others);
          else if (kind === 'weather') world.weather = weather;
          else if (kind === 'mine') void tab.outbox.keepMine('ali', conflicting(tab) ?? field);
          else if (kind === 'reload') {
            const { seen } = tab;
            world.closeTab(tab);
            tab = world.openTab();
            tab.seen = seen;
          } else if (kind === 'pause') tab.outbox.pause();
          else void tab.outbox[kind]();
          await world.step(steps);
        }
        await clearUp(world, [tab]);
        // Somebody else may have stored another value since the conflict.
        while (tab.outbox.unsaved() > 0) await keepAll(world, [tab]);
        for (const [field, { value, held, writes }] of last) {
          const since = world.server.writes.slice(writes).filter(({ place }) => place === `ali ${field}`);
          expect([held, ...since.map((write) => write.value)]).toContain(value);
        }
        expect(await world.storedForLater()).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

const conflicting = (tab: Tab) => tab.outbox.state('ali').failures.find(({ conflict }) => conflict)?.field;
const conflictOf = (tab: Tab) => tab.outbox.state('ali').failures.find(({ conflict }) => conflict)?.conflict;
