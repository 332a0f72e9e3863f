import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Input, Output } from '#shared/http/contract.ts';
import { studentRegisterContract as register } from '#shared/students/register/contract.ts';
import { recordWordings, studentScreenWordings } from '#shared/students/wordings.ts';
import { type ContractServer, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from '../page.tsx';
import { answerAdmin } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;
let asked: Input<typeof register.eraseStudentsDue>[];
let due: Output<typeof register.listErasuresDue>;

beforeEach(() => {
  server = startContractServer();
  asked = [];
  due = {
    years: 7,
    students: [
      { student_id: '0001', name: 'Zoë Smith', class_id: '5A', date_of_leaving: '2015-07-03' },
      { student_id: '0002', name: 'Ann Lee', class_id: '5B', date_of_leaving: '2016-07-01' },
    ],
    more: 3,
    changed_lately: 1,
    undated: 2,
    run: null,
  };
  answerAdmin(server, 'Admin', ['students']);
  server.on(register.listHouses, () => []);
  server.on(register.listColumnPresets, () => []);
  server.on(register.readStudentChoices, () => ({ classes: [], codes: [], today: '2026-11-22' }));
  server.on(register.listAllStudents, () => ({
    current_students: null,
    archived_students: [{ id: '0001', last_name: 'Smith', first_name: 'Zoë', class_id: '5A' }],
    next: null,
  }));
  server.on(register.listErasuresDue, () => due);
  server.on(register.eraseStudentsDue, (input) => {
    asked.push(input);
    return {
      rows_processed: 12,
      total_rows: 12,
      state: 'finished' as const,
      erased: ['0001'],
      left: [{ student_id: '0002', text: recordWordings.onlyArchived }],
    };
  });
});

const open = async () => {
  await openArea('/admin/dashboard/students?view=archive&erasures=1');
  return screen.findByRole('dialog', { name: studentScreenWordings.studentsToErase });
};
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('erasing students whose retention has ended', () => {
  it('lists them, is confirmed by their number, and shows who was erased and who was kept', async () => {
    const dialog = await open();
    await screen.findByText('Zoë Smith, 0001, 5A, left 03-Jul-2015');
    for (const text of ['3 more can be erased', '1 record changed', '2 students in the archive without']) {
      expect(dialog.textContent).toContain(text);
    }
    expect(button('Erase').disabled).toBe(true);
    fireEvent.change(screen.getByRole('textbox', { name: /^Type 2 to confirm/ }), { target: { value: '1' } });
    expect(button('Erase').disabled).toBe(true);
    fireEvent.change(screen.getByRole('textbox', { name: /^Type 2 to confirm/ }), { target: { value: '2' } });
    fireEvent.click(button('Erase'));
    await screen.findByText('1 student erased: 0001.');
    await screen.findByText('0002: Only students in the archive can be erased.');
    expect(asked).toEqual([{ student_ids: ['0001', '0002'], confirm: 2 }]);
  });
});
