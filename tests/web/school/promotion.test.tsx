import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '#shared/http/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { placementWordings } from '#shared/students/wordings.ts';
import { type ContractServer, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, watchNavigation } from '../page.tsx';
import { answerAdmin } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;
type Status = Output<typeof termsContract.readPromotionStatus>;

const status: Status = {
  academic_year_id: '20252026',
  term: 3,
  is_early: false,
  term_ends: '2026-07-03',
  promotion: null,
  undo: null,
  plan: { decided: 0, outdated: 0 },
  classes: [
    { class_id: '1A', next_class_id: '2A', promoted: 30, leaving: 0, elsewhere: 0, repeaters: 2 },
    { class_id: '6U', next_class_id: null, promoted: 20, leaving: 20, elsewhere: 0, repeaters: 0 },
  ],
};
const run = {
  rows_processed: 50,
  total_rows: 50,
  state: 'finished' as const,
  started_by: 'Ada',
  started_at: '2026-07-01T12:00:00.000Z',
  ended_at: '2026-07-01T12:01:00.000Z',
};
const promoted = { ...status, promotion: { run, left: [], moved: 30, elsewhere: 0, archived: 20, repeated: 2 } };
const finished = { rows_processed: 50, total_rows: 50, state: 'finished' as const, left: [] };

beforeEach(() => {
  server = startContractServer();
  watchNavigation();
  answerAdmin(server, 'Admin', ['registration', 'promotion']);
  server.on(termsContract.listRegistrationWindows, () => [
    { form_level: 1, open: 0 as const, deadline: null },
    { form_level: 2, open: 1 as const, deadline: '2026-07-31' },
  ]);
  server.on(termsContract.readPromotionStatus, () => status);
});

async function pressPromote() {
  const dialog = await openDialog();
  await within(dialog).findByText(/Promote 30/);
  fireEvent.click(button(dialog, 'Yes Promote'));
  return dialog;
}
async function openDialog() {
  await openArea('/admin/dashboard/registration');
  fireEvent.click(await screen.findByRole('button', { name: 'Promotion' }));
  return screen.findByRole('dialog', { name: 'Promotion' });
}
const button = (within_: HTMLElement, name: string) => within(within_).getByRole<HTMLButtonElement>('button', { name });

describe('the promotion dialog', () => {
  it('before the last term begins with the number of students alone, which is asked for above the classes', async () => {
    server.on(termsContract.readPromotionStatus, () => ({ ...status, term: 1 as const, is_early: true }));
    server.on(termsContract.startPromotion, () => finished);
    const dialog = await openDialog();
    const field = await within(dialog).findByRole('textbox', { name: /^Type \d+ to confirm$/ });
    expect(field.compareDocumentPosition(within(dialog).getByRole('table'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(button(dialog, 'Yes Promote').disabled).toBe(true);
    fireEvent.change(field, { target: { value: '50' } });
    fireEvent.click(button(dialog, 'Yes Promote'));
    await within(dialog).findByText(/Promotion Successful\./);
    expect(server.callsOf(termsContract.startPromotion)[0]?.input).toEqual({ confirm: 50 });
  });

  it('does not say that it failed where no answer came: the job may be going on', async () => {
    server.on(termsContract.startPromotion, () => {
      throw new TypeError('Failed to fetch');
    });
    const dialog = await pressPromote();
    await within(dialog).findByText(/How it ended is not known/, undefined, { timeout: 20_000 });
    expect(dialog.textContent).not.toContain('Promotion Failed.');
  }, 30_000);

  it('does not say that there is no connection beside the answer that says how it ended', async () => {
    server.on(termsContract.startPromotion, () => {
      throw new TypeError('Failed to fetch');
    });
    const dialog = await pressPromote();
    // Meanwhile the job has ended.
    server.on(termsContract.readPromotionStatus, () => promoted);
    await within(dialog).findByText(/30 students were promoted/, undefined, { timeout: 20_000 });
    await waitFor(() => expect(dialog.textContent).not.toContain('Unable to connect'));
  }, 30_000);

  it('undoes after asking, and names those who were left alone', async () => {
    server.on(termsContract.readPromotionStatus, () => promoted);
    const left = [{ student_id: 'S1', name: 'Ali, Zoe', reason: placementWordings.archivedSince }];
    server.on(termsContract.undoPromotion, () => ({ ...finished, left }));
    const dialog = await openDialog();
    await within(dialog).findByText(
      '30 students were promoted and 20 left the school, by Ada on 01-Jul-2026. 2 repeat. A year is promoted once; undo it to promote it again.',
    );
    expect(button(dialog, 'Yes Promote').disabled).toBe(true);
    fireEvent.click(button(dialog, 'Undo Promote'));
    fireEvent.click(button(await screen.findByRole('alertdialog'), 'Undo Promote'));
    await within(dialog).findByText(/Undo Successful\./);
    expect(within(dialog).getByText('Ali, Zoe (S1)').parentElement?.textContent).toBe(
      `Ali, Zoe (S1) ${placementWordings.archivedSince}`,
    );
  });
});

describe('the Student Registration screen', () => {
  it('lists the form levels with their deadlines, and saves one', async () => {
    server.on(termsContract.saveFormLevelRegistration, ({ was: _was, ...window }) => window);
    await openArea('/admin/dashboard/registration');
    expect((await screen.findByRole('row', { name: /Form 2/ })).textContent).toContain('31-Jul-2026');
    fireEvent.click(screen.getByRole('button', { name: 'Edit Form 2' }));
    const dialog = await screen.findByRole('dialog', { name: 'Form 2 registration' });
    const deadline = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Deadline' });
    expect([deadline.value, deadline.disabled]).toEqual(['31-Jul-2026', false]);
    fireEvent.click(button(dialog, 'Save'));
    await screen.findByText('Data updated.');
    expect(server.callsOf(termsContract.saveFormLevelRegistration).map(({ input }) => input)).toEqual([
      { form_level: 2, open: 1, deadline: '2026-07-31', was: { open: 1, deadline: '2026-07-31' } },
    ]);
  });
});
