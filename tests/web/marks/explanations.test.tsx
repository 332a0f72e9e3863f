import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { type ContractServer, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, watchNavigation } from '../page.tsx';
import { answerTeacher } from '../session-answers.ts';
import { lesson1A, markSheetRow, weightedScheme } from './samples.ts';

freshPageForEachTest();

let server: ContractServer;

beforeEach(() => {
  server = startContractServer();
  watchNavigation();
  answerTeacher(server);
  server.on(peopleContract.listTeacherLessons, () => [{ ...lesson1A, id: 'L1' }]);
  const marks = { course_mark: 16.6, course_work: { mark: 61, out_of: 110 }, exam_mark: 85, exam_out_of: 100 };
  server.on(markSheetContract.readMarkSheetOfLesson, () => ({
    data: [markSheetRow('S1', 'Ali, Anika', marks)],
    total: 1,
    registered: 1,
    entered: 1,
    weightings: weightedScheme,
  }));
});

describe('a total of the mark sheet', () => {
  const cell = async (column: string) => {
    await screen.findByRole('grid');
    return document.querySelector(`[data-row="S1"] [data-column="${column}"]`) as HTMLElement;
  };

  it('is written out on Alt+X, out of what the exam mark was out of, and gives the focus back', async () => {
    await openArea('/term-reports/enter-marks?lesson=L1');
    const total = await cell('total');
    fireEvent.mouseDown(total);
    fireEvent.pointerDown(total);
    fireEvent.click(total);
    fireEvent.keyDown(total, { key: 'x', code: 'KeyX', altKey: true });
    const dialog = await screen.findByRole('dialog', { name: 'Total' });
    const steps = within(dialog)
      .getAllByRole('listitem')
      .map((step) => step.textContent);
    expect(steps).toEqual([
      'Course mark61 ÷ 110 × 30= 16.6363… ≈ 16.6',
      'Exam85 ÷ 100 × 70 %= 59.5',
      'Total16.6 + 59.5= 76.1',
    ]);
    expect(within(dialog).getByText('Ali, Anika')).toBeTruthy();
    fireEvent.keyDown(dialog, { key: 'Escape' });
  });

  it('says what an exam mark was out of, where that is not what the heading says', async () => {
    await openArea('/term-reports/enter-marks?lesson=L1');
    expect((await cell('exam_mark')).dataset.outOf).toBe('100');
  });
});
