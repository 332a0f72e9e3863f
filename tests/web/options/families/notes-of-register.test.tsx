import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { startContractServer } from '../../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from '../../page.tsx';
import { answerTeacher } from '../../session-answers.ts';

freshPageForEachTest();

it('has what families have written on a day without school too', async () => {
  const server = startContractServer();
  answerTeacher(server);
  Object.assign(server.school, { attendance: true, options: ['families'] });
  server.on(attendanceContract.listAttendanceClasses, () => [
    { class_id: '3A', form_level: 3, as: 'form teacher' as const },
  ]);
  server.on(attendanceContract.readAttendanceRegister, ({ date = '2025-10-11' }) => ({
    class_id: '3A',
    date,
    today: '2025-10-15',
    now: 'am' as const,
    as: 'form teacher' as const,
    only_looks: null,
    sessions: ['am' as const, 'pm' as const],
    closed: 'weekend',
    students: [],
    days: ['2025-10-13', '2025-10-14', '2025-10-15'],
  }));
  server.on(familiesContract.listFamilyNotes, () => []);
  await openArea('/term-reports/class-register?class=3A&date=2025-10-11');
  await screen.findByText('No register on 11-Oct-2025: weekend.');
  fireEvent.click(await screen.findByRole('button', { name: 'Family Notes (0)' }));
  expect(await screen.findByRole('dialog', { name: 'Family notes' })).toBeTruthy();
});
