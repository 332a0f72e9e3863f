import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '#shared/http/contract.ts';
import { truthCheckContract } from '#shared/options/truth-check/contract.ts';
import { findingWordings as wordings } from '#shared/options/truth-check/wordings.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { type ContractServer, startContractServer } from '../../../support/school/contract-server.ts';
import { mathematicsForm4 } from '../../marks/samples.ts';
import { freshPageForEachTest, openArea } from '../../page.tsx';
import { answerTeacher } from '../../session-answers.ts';

freshPageForEachTest();
const { listFindings } = truthCheckContract;

const slip: Output<typeof listFindings>['findings'][number] = {
  finding: 'slip'.padEnd(22, 'x'),
  rule: 'wrongPronoun',
  student_id: 'S01',
  name: 'Ali, Zoe',
  subject_id: 'MATH',
  title: 'Mathematics',
  cell: 'MATH/comment',
  text: '“he” does not go with this student.',
  dismissed: null,
};

let server: ContractServer;
beforeEach(() => {
  server = startContractServer();
  answerTeacher(server);
  server.on(termReportsContract.listClassesWithReports, () => [
    { id: '3A', form_level: 3, as: 'form teacher' as const },
  ]);
  server.on(peopleContract.listTeacherLessons, () => [mathematicsForm4]);
  const dismissed = { reason: 'It is about a brother.', by: 'Ada Office', at: '2025-10-01T11:50:00.000Z' };
  server.on(listFindings, () => ({
    reports: 6,
    findings: [slip, { ...slip, finding: 'right'.padEnd(22, 'x'), student_id: 'S02', name: 'Khan, Ian', dismissed }],
  }));
});

const lookAgain = () => screen.findByRole('region', { name: wordings.improbable });

describe('the check of reports for a teacher', () => {
  it('lists the classes of a post and of a lesson, and opens one', async () => {
    await openArea('/term-reports/check-reports');
    const table = await screen.findByRole('region', { name: 'Classes' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      expect.arrayContaining(['Form teacher']),
      expect.arrayContaining(['Mathematics']),
      expect.arrayContaining(['Mathematics']),
    ]);
    fireEvent.click(within(rows[0] as HTMLElement).getByRole('button'));
    await lookAgain();
    expect(server.callsOf(listFindings).map(({ input }) => input)).toEqual([{ year: 2025, term: 1, class_id: '3A' }]);
  });

  it('leads from a class of a post to the report, and dismisses nothing', async () => {
    await openArea('/term-reports/check-reports?class=3A');
    const link = await within(await lookAgain()).findByRole('link');
    expect(link.getAttribute('href')).toContain('/term-reports/view-reports/3A/S01?field=MATH%2Fcomment');
    expect(screen.getByText(wordings.improbableTextOfTeacher)).toBeTruthy();
    await screen.findByRole('region', { name: wordings.dismissed });
    expect(screen.queryByRole('button', { name: /Dismiss|List again/ })).toBeNull();
  });

  it('leads from a lesson to its mark sheet', async () => {
    await openArea('/term-reports/check-reports?class=4A');
    const link = await within(await lookAgain()).findByRole('link');
    expect(link.getAttribute('href')).toContain(`/term-reports/enter-marks/${mathematicsForm4.id}?term=1`);
  });

  it('is an entry of the menu', async () => {
    await openArea('/term-reports');
    await screen.findByRole('link', { name: /Check Reports/ });
  });

  it('is no entry of the menu where the school does not have it', async () => {
    server.school.options = [];
    await openArea('/term-reports');
    await screen.findByRole('link', { name: /Class Register|Edit\/View/ });
    expect(screen.queryByRole('link', { name: /Check Reports/ })).toBeNull();
  });
});
