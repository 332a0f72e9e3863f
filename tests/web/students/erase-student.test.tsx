import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Input } from '#shared/http/contract.ts';
import { studentRegisterContract as register } from '#shared/students/register/contract.ts';
import { recordWordings } from '#shared/students/wordings.ts';
import { type ContractServer, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, waitUntilWindowsClosed } from '../page.tsx';
import { answerAdmin } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;
let asked: Input<typeof register.eraseStudent>[];
let whyNot: string[];

beforeEach(() => {
  server = startContractServer();
  asked = [];
  whyNot = [];
  answerAdmin(server, 'Admin', ['students']);
  server.on(register.listHouses, () => []);
  server.on(register.listColumnPresets, () => []);
  server.on(register.readStudentChoices, () => ({ classes: [], codes: [], today: '2026-11-22' }));
  server.on(register.listAllStudents, () => ({
    current_students: null,
    archived_students: [{ id: '0001', last_name: 'Smith', first_name: 'Zoë', class_id: '4A' }],
    next: null,
  }));
  server.on(register.previewErasure, () => ({
    student_id: '0001',
    name: 'Zoë Smith',
    why_not: whyNot,
    goes: ['The record: 12 facts, the name among them'],
    stays: ['Marks, under the id 0001'],
  }));
  server.on(register.eraseStudent, (input) => {
    asked.push(input);
    return { rows_processed: 10, total_rows: 10, state: 'finished' as const, left: [] };
  });
});

const open = async () => {
  await openArea('/admin/dashboard/students?view=archive&erase=0001');
  await screen.findByRole('dialog', { name: /^Erase / });
};
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('erasing a student', () => {
  it('shows what is removed and what stays, and erases when the id or name was typed', async () => {
    await open();
    await screen.findByText('The record: 12 facts, the name among them');
    expect(screen.getByText('Marks, under the id 0001')).toBeTruthy();
    fireEvent.click(button('Continue'));
    expect(button('Erase').disabled).toBe(true);
    fireEvent.change(screen.getByRole('textbox', { name: /^Type the student’s id, 0001/ }), {
      target: { value: '0001' },
    });
    expect(asked).toEqual([]);
    fireEvent.click(button('Erase'));
    await waitUntilWindowsClosed();
    expect(asked).toEqual([{ student_id: '0001', confirmation: '0001' }]);
  });

  it('cannot continue before the retention has ended, and says why', async () => {
    whyNot = [recordWordings.keptUntil(7, '2031-07-04')];
    await open();
    await screen.findByText(whyNot[0] as string);
    expect(button('Continue').disabled).toBe(true);
  });
});
