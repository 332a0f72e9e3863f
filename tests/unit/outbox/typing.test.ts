import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newestTypedValues, type TypedValue } from '../../../web/outbox/pending-record.ts';
import { ModelWorld, type Tab } from './model-world.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const rows = ['ali', 'bo', 'cy'];
const fields = ['exam_mark', 'comment'];

/**
 * A teacher at a grid. `draft` is the text in the active field: it is enqueued when the field is left, also when the
 * page is closed. After a crash of the browser only what the device has stored is left.
 */
class Teacher {
  readonly world: ModelWorld;
  tab: Tab;
  /** The last value typed into each place that the teacher may count on. */
  readonly typed = new Map<string, TypedValue>();
  /** Texts that a crash cut off and that were on the device. */
  keptDrafts = 0;
  #place = { row: 0, field: 0 };
  #draft: number | null = null;
  #value = 0;
  /** The sheet is loaded, which waits for the outbox to know what waits. */
  #isShown = false;

  constructor(world: ModelWorld) {
    this.world = world;
    this.tab = world.openTab();
    this.#load();
  }

  type(): void {
    // Nobody types under the dialog that asks for the password, or before the sheet is there.
    if (this.world.signedIn !== 'teacher' || !this.#isShown) return;
    this.#value += 1;
    this.#draft = this.#value;
    const { place, cell } = this.#cell();
    this.#look(place, cell);
    this.world.typing(this.tab, { ...cell, value: this.#draft });
  }

  #cell() {
    const cell = { row: rows[this.#place.row] ?? '', field: fields[this.#place.field] ?? '' };
    return { cell, place: `${cell.row} ${cell.field}` };
  }

  blur(): void {
    if (this.#draft === null || !this.tab.isOpen) return;
    const { place, cell } = this.#cell();
    this.typed.set(place, this.#draft);
    this.#look(place, cell);
    this.world.type(this.tab, { ...cell, value: this.#draft });
    this.#draft = null;
  }

  next(to: { row: number; field: number }): void {
    this.blur();
    this.#place = to;
  }

  /** The page goes, and opens again where the teacher is signed in. */
  reload(): void {
    this.blur();
    if (this.tab.isOpen) this.world.closeTab(this.tab);
    this.#open();
  }

  async crash(): Promise<void> {
    this.#draft = null;
    if (!this.tab.isOpen) return;
    for (const { target, typed } of this.tab.outbox.unstoredChanges()) {
      for (const { field } of typed) this.#forget(`${target.id} ${field}`);
    }
    const kept = await this.world.draftOf(this.tab);
    this.world.crash(this.tab);
    if (kept) {
      this.typed.set(kept.place, kept.value);
      this.tab.seen.delete(kept.place);
      this.keptDrafts += 1;
    }
    this.#open();
  }

  /** A sheet shows what waits over what the server has. */
  #look(place: string, { row, field }: { row: string; field: string }): void {
    const { waiting } = this.tab.outbox.state(row);
    const waits = waiting && newestTypedValues(waiting);
    if (!this.tab.seen.has(place) && waits && field in waits) this.tab.seen.set(place, waits[field] ?? null);
  }

  /** Not stored yet when the browser died: the teacher is shown what the server has, and nothing is promised. */
  #forget(place: string): void {
    this.typed.delete(place);
    this.tab.seen.delete(place);
  }

  /** The session ends under the page, which stays. */
  signOutInPlace(): void {
    this.world.signedIn = null;
    this.tab.outbox.pause();
  }

  /** The session ends, and the page with it: only the sign-in page is left. */
  signOutToEntrance(): void {
    this.blur();
    this.world.signedIn = null;
    if (this.tab.isOpen) this.world.closeTab(this.tab);
  }

  signIn(): void {
    this.world.signedIn = 'teacher';
    if (!this.tab.isOpen) this.#open();
    else void this.tab.outbox.resume();
  }

  #load(): void {
    const { tab } = this;
    this.#isShown = false;
    void tab.outbox.ready.then(() => {
      if (tab === this.tab) this.#isShown = tab.isOpen;
    });
  }

  #open(): void {
    if (this.world.signedIn !== 'teacher') return;
    const { seen } = this.tab;
    this.tab = this.world.openTab();
    this.tab.seen = seen;
    this.#load();
  }
}

it('loses no typed value in 2,000 ways to type, leave, lose the network, be signed out and come back', async () => {
  const act = fc.record({
    kind: fc.constantFrom(
      ...['type', 'type', 'type', 'blur', 'next', 'next', 'offline', 'lost answers', 'online'],
      ...['sign out', 'sign out to entrance', 'somebody else', 'sign in', 'sign in', 'reload', 'crash'],
    ),
    row: fc.nat(rows.length - 1),
    field: fc.nat(fields.length - 1),
    steps: fc.array(fc.nat(20), { maxLength: 4 }),
  });
  let keptDrafts = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 30 }), async (acts) => {
      const world = new ModelWorld();
      const teacher = new Teacher(world);
      for (const { kind, row, field, steps } of acts) {
        if (kind === 'type') teacher.type();
        else if (kind === 'blur') teacher.blur();
        else if (kind === 'next') teacher.next({ row, field });
        else if (kind === 'offline') world.weather = 'lost';
        else if (kind === 'lost answers') world.weather = 'lost-after';
        else if (kind === 'online') world.weather = 'fine';
        else if (kind === 'sign out') teacher.signOutInPlace();
        else if (kind === 'sign out to entrance') teacher.signOutToEntrance();
        else if (kind === 'sign in') teacher.signIn();
        else if (kind === 'reload') teacher.reload();
        else if (kind === 'crash') await teacher.crash();
        else if (world.signedIn === null) {
          // On the same computer, between the first one's sessions: an outbox of their own, and nobody else's values.
          world.signedIn = 'somebody else';
          const tab = world.openTab('somebody else');
          const before = world.server.writes.length;
          await world.step(steps);
          expect(tab.outbox.unsaved()).toBe(0);
          expect(world.server.writes.length).toBe(before);
          world.closeTab(tab);
          world.signedIn = null;
        }
        await world.step(steps);
      }
      keptDrafts += teacher.keptDrafts;
      teacher.blur();
      world.weather = 'fine';
      teacher.signIn();
      await world.run();
      void teacher.tab.outbox.wake();
      await world.run();

      for (const [place, last] of teacher.typed) {
        const [row = '', field = ''] = place.split(' ');
        expect(world.server.value(row, field)).toBe(last);
      }
      for (const row of rows) {
        for (const field of fields) {
          const written = world.server.writes.flatMap(({ place, value }) => (place === `${row} ${field}` ? value : []));
          // Typed values only grow: one applied twice, or after a newer one, would stand out of order.
          expect(written).toEqual([...new Set(written)].sort((a, b) => Number(a) - Number(b)));
        }
      }
      expect(teacher.tab.outbox.unsaved()).toBe(0);
      expect(await world.storedForLater()).toEqual([]);
      expect(await world.storedForLater('somebody else')).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
  // Crashes that cut typing off came to what they are there for.
  expect(keptDrafts).toBeGreaterThan(20);
});
