import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Output } from '#shared/http/contract.ts';
import { districtContract } from '#shared/options/district/contract.ts';
import { districtWordings as wordings } from '#shared/options/district/wordings.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from '../../page.tsx';
import { answerAdmin } from '../../session-answers.ts';

freshPageForEachTest();
const { listFigureTerms, makeFigures } = districtContract;
type Terms = Output<typeof listFigureTerms>['terms'];

const posted: Terms[number] = { year: 2025, term: 1, title: 'Term 1, 2025-2026', state: 'posted', made: null };
const open: Terms[number] = { ...posted, term: 2, title: 'Term 2, 2025-2026', state: 'open' };
const file: Output<typeof makeFigures> = {
  content: {
    format: 'formroom-district-figures',
    version: 1,
    school: { code: 'demo', name: 'Northgate' },
    year: 2025,
    term: 2,
    state: 'open',
    number: 1,
    made_at: '2025-12-15T14:00:00.000Z',
    product: '0.1.0',
    smallest_group: 10,
    school_figures: null,
    levels: [
      { level: 1, figures: { students: 31, average: 62, attendance: null, marks_entered: 90, remarks_entered: 0 } },
      { level: 7, figures: null },
    ],
    subjects: [
      {
        title: 'Art',
        figures: { students: 31, average: 70, marks_entered: 100, comments_entered: 50 },
        levels: [{ level: 1, figures: { students: 31, average: 70, marks_entered: 100, comments_entered: 50 } }],
      },
    ],
  },
  sha256: '0'.repeat(64),
  signature: { algorithm: 'Ed25519', key: 'k'.repeat(43), value: 's'.repeat(86) },
};

let server: ContractServer;
let terms: Terms;
let saved: Blob[];
beforeEach(() => {
  server = startContractServer();
  server.school.options = ['district'];
  answerAdmin(server, 'Admin', ['reports']);
  terms = [open, posted];
  saved = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:file';
  });
  server.on(listFigureTerms, () => ({ fingerprint: '3F2A-0B1C-77D0-41E9-90CC', terms }));
  server.on(makeFigures, ({ term }) => {
    terms = terms.map((one) =>
      one.term === term ? { ...one, made: { number: 1, by: 'Ada Office', at: '2025-12-15T14:00:00.000Z' } } : one,
    );
    return file;
  });
});

describe('the figures for the district', () => {
  it('are saved as they were answered, and shown with what is hidden', async () => {
    await openArea('/admin/dashboard/district-figures');
    fireEvent.click(await screen.findByRole('button', { name: wordings.make }));
    const forms = await screen.findByRole('region', { name: wordings.figuresOfForms });
    const cellsOf = (name: RegExp) =>
      within(within(forms).getByRole('row', { name }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(cellsOf(/^Form 1/)).toEqual(['31', '62', '–', '90', '0']);
    expect(cellsOf(/^6U/)).toEqual(['hidden', 'hidden', 'hidden', 'hidden', 'hidden']);
    expect(cellsOf(/^School/)).toEqual(['hidden', 'hidden', 'hidden', 'hidden', 'hidden']);
    screen.getByText('2 of 5 groups are hidden.');
    expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual(file);
    await screen.findByText(/^Last made by Ada Office/);
  });

  it('say of each term whether it is posted, and show the school’s key', async () => {
    await openArea('/admin/dashboard/district-figures?of=2025-1');
    await screen.findByText(wordings.posted);
    screen.getByText(wordings.neverMade);
    screen.getByText('3F2A-0B1C-77D0-41E9-90CC');
  });

  it('say why a file cannot be made', async () => {
    server.on(makeFigures, () => refuseWith(404, wordings.noReports));
    await openArea('/admin/dashboard/district-figures');
    fireEvent.click(await screen.findByRole('button', { name: wordings.make }));
    await waitFor(() => expect(document.body.textContent).toContain(`${wordings.failed} ${wordings.noReports}`));
    expect(saved).toEqual([]);
  });

  it('need a term', async () => {
    terms = [];
    await openArea('/admin/dashboard/district-figures');
    await screen.findByText(wordings.noTerms);
  });

  it('are no screen of a school without the option', async () => {
    server.school.options = [];
    await openArea('/admin/dashboard/reports');
    await screen.findAllByRole('heading');
    expect(screen.queryByText('District Figures')).toBeNull();
  });
});
