import { describe, expect, it } from 'vitest';
import { isTypedChange, parsePendingRecord } from '../../../web/outbox/device/parse-stored.ts';
import type { TypedChange } from '../../../web/outbox/pending-record.ts';
import { listUnsavedValues, outboxStatusText } from '../../../web/outbox/save-status.ts';
import { ModelWorld, marksTarget, type Tab } from './model-world.ts';

const refused = { typed: '44%', message: '44%: not a number.' };
/** The user leaves a text in a field that is no value of it; null: takes it away again. */
const refuse = (tab: Tab, row: string, text: typeof refused | null = refused) =>
  void tab.outbox.enqueue(marksTarget(row), [{ field: 'exam_mark', value: null, was: null, refused: text }]);
const textOf = (tab: Tab) => outboxStatusText(listUnsavedValues(tab.outbox.states()), null);

describe('a text that a field does not take', () => {
  it('is kept on the device with its reason, is never sent, and counts as not saved', async () => {
    const world = new ModelWorld();
    const tab = world.openTab();
    refuse(tab, 'ali');
    await world.run();
    expect(textOf(tab)).toBe('1 not saved');
    expect(tab.outbox.state('ali').status).toBe('refused');
    expect(world.requests).toBe(0);
    world.crash(tab);
    const next = world.openTab();
    await world.run();
    expect(next.outbox.refused('ali')).toEqual({ exam_mark: refused });
    expect(textOf(next)).toBe('1 not saved');
    expect(await world.storedForLater()).toHaveLength(1);
    expect(world.requests).toBe(0);
  });

  it('is kept if the browser crashes while it is being typed', async () => {
    const world = new ModelWorld();
    const tab = world.openTab();
    tab.outbox.typing(() => ({
      target: marksTarget('ali'),
      typed: [{ field: 'exam_mark', value: null, was: null, refused }],
    }));
    await world.run();
    world.crash(tab);
    const next = world.openTab();
    await world.run();
    expect(next.outbox.refused('ali')).toEqual({ exam_mark: refused });
  });

  it('is removed by a new value, also if that is the one before', async () => {
    const world = new ModelWorld();
    const tab = world.openTab();
    refuse(tab, 'ali');
    refuse(tab, 'bo');
    refuse(tab, 'cy');
    world.type(tab, { row: 'ali', field: 'exam_mark', value: 44 });
    refuse(tab, 'bo', null);
    world.type(tab, { row: 'cy', field: 'late', value: 2 });
    await world.run();
    expect(['ali', 'bo', 'cy'].map((row) => tab.outbox.refused(row))).toEqual([{}, {}, { exam_mark: refused }]);
    expect([world.server.value('ali', 'exam_mark'), world.server.value('cy', 'late')]).toEqual([44, 2]);
    expect(textOf(tab)).toBe('1 not saved');
    void tab.outbox.discardRefused('cy', 'exam_mark');
    await world.run();
    expect(textOf(tab)).toBe('All saved');
    expect(await world.storedForLater()).toEqual([]);
  });

  it('leaves a value of the field that is in flight, and values of another tab, as they are', async () => {
    const world = new ModelWorld();
    const [tab, other] = [world.openTab(), world.openTab()];
    world.type(tab, { row: 'ali', field: 'exam_mark', value: 44 });
    refuse(tab, 'ali');
    world.type(other, { row: 'ali', field: 'late', value: 3 });
    await world.run();
    expect([world.server.value('ali', 'exam_mark'), world.server.value('ali', 'late')]).toEqual([44, 3]);
    expect(await world.storedForLater()).toMatchObject([{ refused: { exam_mark: refused }, sent: null }]);
  });

  it('does not answer a conflict of its field', async () => {
    const world = new ModelWorld();
    const tab = world.openTab();
    world.type(tab, { row: 'ali', field: 'exam_mark', value: 44 });
    world.server.write('ali', 'exam_mark', 31);
    await world.run();
    expect(textOf(tab)).toBe('1 conflict');
    refuse(tab, 'ali');
    await world.run();
    expect(textOf(tab)).toBe('1 conflict · 1 not saved');
  });

  it('is read from the device only where it is a text with a reason', () => {
    const kept = { ...marksTarget('ali'), open: { fields: {}, was: {} }, sent: null };
    expect(parsePendingRecord({ ...kept, refused: { exam_mark: refused } })).toMatchObject({
      refused: { exam_mark: refused },
    });
    expect(parsePendingRecord({ ...kept, refused: { exam_mark: '44%' } })).toBeUndefined();
    expect(parsePendingRecord({ ...kept, place: 7 })).toBeUndefined();
    const take: TypedChange = {
      target: marksTarget('ali'),
      typed: [{ field: 'exam_mark', value: null, was: null, refused }],
    };
    expect(isTypedChange(take)).toBe(true);
    expect(isTypedChange({ ...take, typed: [{ ...take.typed[0], refused: { typed: 44 } }] })).toBe(false);
  });
});
