import { expect } from 'vitest';
import { type MoveInPreview, moveInContract } from '#shared/options/move-in/contract.ts';
import type { SaidOfFile } from '#shared/options/move-in/said.ts';
import type { steppedSchoolForTests } from '../../step-by-step/stepped-school.ts';
import { fileOf } from './files-of-school.ts';

const { previewMoveIn, startMoveIn, readMoveIn, undoAct, listActs } = moveInContract;

/** Files that a school of a test moves in with: shown, stored and taken back, whose jobs are worked at once. */
export function movesOf(school: ReturnType<typeof steppedSchoolForTests>) {
  let keys = 0;
  async function preview(bytes: Uint8Array, said: SaidOfFile = {}, name?: string): Promise<MoveInPreview> {
    const answer = await school.admin.call(previewMoveIn, { file: fileOf(bytes, name), said: JSON.stringify(said) });
    expect(answer.status, JSON.stringify(answer.error)).toBe(200);
    return answer.body as MoveInPreview;
  }
  async function store(bytes: Uint8Array, said: SaidOfFile = {}, name?: string, meanwhile?: () => Promise<void>) {
    const { plan } = await preview(bytes, said, name);
    keys += 1;
    const key = { 'Idempotency-Key': `move-in-${keys}` };
    const input = { file: fileOf(bytes, name), said: JSON.stringify(said), plan: plan ?? '' };
    const begun = await school.admin.call(startMoveIn, input, key);
    expect(begun.status, JSON.stringify(begun.error)).toBe(200);
    await meanwhile?.();
    await school.work();
    return (await school.admin.call(readMoveIn, { run: begun.body.run })).body;
  }
  async function undo(run: string) {
    keys += 1;
    const key = { 'Idempotency-Key': `undo-move-in-${keys}` };
    const begun = await school.admin.call(undoAct, { undo: run }, key);
    expect(begun.status, JSON.stringify(begun.error)).toBe(200);
    await school.work();
    return (await school.admin.call(undoAct, { undo: run }, key)).body;
  }
  return {
    preview,
    store,
    undo,
    acts: async () => (await school.admin.call(listActs, { of: 'move-in' })).body,
  };
}

/** New, changed, same and refused rows by kind. */
export const countsOf = ({ counts }: MoveInPreview) =>
  Object.fromEntries(counts.map(({ kind, ...of }) => [kind, [of.new, of.changed, of.same, of.refused]]));

/** The refused rows with their sheets and reasons. */
export const refusedOf = ({ rows }: MoveInPreview) =>
  rows.filter(({ state }) => state === 'refused').map(({ sheet, row, note }) => [sheet, row, note]);
