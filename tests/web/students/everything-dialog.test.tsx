import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { studentRegisterContract as register } from '#shared/students/register/contract.ts';
import { studentScreenWordings } from '#shared/students/wordings.ts';
import { type ContractServer, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from '../page.tsx';
import { answerAdmin } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;

beforeEach(() => {
  server = startContractServer();
  answerAdmin(server, 'Admin', ['students']);
  server.on(register.listHouses, () => []);
  server.on(register.listColumnPresets, () => []);
  server.on(register.readStudentChoices, () => ({ classes: [], codes: [], today: '2026-11-22' }));
  server.on(register.listAllStudents, () => ({
    current_students: [{ id: '0001', last_name: 'Smith', first_name: 'Zoë', class_id: '4A' }],
    archived_students: null,
    next: null,
  }));
});

const open = async () => {
  await openArea('/admin/dashboard/students?everything=0001');
  await screen.findByRole('dialog', { name: 'Everything about Zoë Smith' });
};
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

describe('everything about a student', () => {
  it('is made on request, names what is missing, and is downloaded by a link', async () => {
    server.on(register.exportEverythingAboutStudent, () => ({
      student_id: '0001',
      link: 'https://files.example/one.zip',
      bytes: 2_345_678,
      contents: ['Record.xlsx', 'Files/Passport.pdf'],
      missing: ['SEA Placement Slip: the file is not there.'],
    }));
    await open();
    expect(server.calls.filter(({ row }) => row === register.exportEverythingAboutStudent)).toEqual([]);
    await press(studentScreenWordings.makeTheFile);
    const link = await screen.findByRole('link', { name: 'Download 2 files, 2.3 MB' });
    expect(link.getAttribute('href')).toBe('https://files.example/one.zip');
    expect(screen.getByText('SEA Placement Slip: the file is not there.')).toBeTruthy();
  });
});
