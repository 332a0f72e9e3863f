import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Input, Output } from '#shared/http/contract.ts';
import { signOffContract } from '#shared/options/sign-off/contract.ts';
import { signScreenWordings as wordings } from '#shared/options/sign-off/screen-wordings.ts';
import type { Stage } from '#shared/options/sign-off/stages.ts';
import { type ContractServer, startContractServer } from '../../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from '../../page.tsx';
import { answerAdmin, answerTeacher } from '../../session-answers.ts';

freshPageForEachTest();
const { countSignatures, listSignatures, signReports, takeBackSignatures } = signOffContract;
type Report = Output<typeof listSignatures>['students'][number];
type StageOfReport = Report['stages'][number];

const order = ['form teacher', 'dean', 'principal'] as const;
/** A report that the first posts have signed. */
function report(student_id: string, signed: number, of: Partial<Report> = {}): Report {
  return {
    student_id,
    name: `Student ${student_id}`,
    left: false,
    contents: student_id.padEnd(22, 'c'),
    awaits: order[signed] ?? null,
    stages: order.map((stage, place): StageOfReport => {
      const isSigned = place < signed;
      return {
        stage,
        state: isSigned ? 'signed' : 'open',
        by: isSigned ? `The ${stage}` : null,
        at: isSigned ? '2025-10-01T11:50:00.000Z' : null,
        changed: [],
      };
    }),
    missing: [],
    findings: null,
    ...of,
  };
}

const people = { form_teacher: ['Fiona Fox'], dean: ['Otto Dean'], principal: [] };
let server: ContractServer;
let students: Report[];
let signed: Input<typeof signReports>[];
function answer(signs_as: Stage[]): void {
  server.on(countSignatures, ({ form_level = 3 }) => ({
    classes:
      form_level === 3
        ? [
            {
              class_id: '3A',
              form_level: 3,
              reports: 5,
              awaits: { form_teacher: 2, dean: 1, principal: 1 },
              signed: 1,
              fell_back: 1,
              people,
              signs_as,
            },
          ]
        : [],
  }));
  server.on(listSignatures, () => ({ signs_as, people, students }));
  server.on(signReports, (input) => {
    signed.push(input as Input<typeof signReports>);
    students = students.map((one) =>
      input.reports.some(({ student_id }) => student_id === one.student_id)
        ? report(one.student_id, order.indexOf(input.as) + 1)
        : one,
    );
    return { ok: true as const };
  });
  server.on(takeBackSignatures, ({ as, student_ids }) => {
    students = students.map((one) =>
      student_ids.includes(one.student_id) ? report(one.student_id, order.indexOf(as)) : one,
    );
    return { ok: true as const };
  });
}

beforeEach(() => {
  server = startContractServer();
  server.school.options = ['sign-off'];
  signed = [];
  students = [
    report('S1', 0),
    report('S2', 0, { missing: ['Mathematics'] }),
    report('S3', 1),
    report('S4', 3, {
      awaits: 'form teacher',
      stages: report('S4', 3).stages.map((stage) => ({
        ...stage,
        state: 'fell back',
        changed: [{ text: 'Exam mark of Mathematics', cell: 'MATH/exam_mark' }],
      })),
    }),
    report('S5', 3),
  ];
});

const lineOf = async (name: string) => {
  const found = (await screen.findByText(name)).closest('li');
  if (!found) throw new Error(`No line of ${name}`);
  return within(found);
};

describe('the board of signatures', () => {
  it('shows the office how many reports wait for each post, and opens a class', async () => {
    answerAdmin(server, 'Admin', ['completeness']);
    answer([]);
    await openArea('/admin/dashboard/sign-reports');
    const row = await screen.findByRole('row', { name: /3A/ });
    expect(row.textContent).toMatch(/3A.*5.*2 Fiona Fox.*1 Otto Dean.*1 Nobody has this post.*1.*1/);
    expect(screen.queryByRole('button', { name: wordings.clean })).toBeNull();
    fireEvent.click(within(row).getByRole('button', { name: '3A' }));
    await screen.findByText('Student S1');
    expect(screen.queryByRole('button', { name: /Mark|Approve|Sign|Take back/ })).toBeNull();
  });

  it('tells two of one name apart, also where one of them is signed', async () => {
    answerTeacher(server);
    answer(['form teacher']);
    students = [report('S1', 0, { name: 'Ali, Zoe' }), report('S2', 0, { name: 'Ali, Zoe' }), report('S3', 0)];
    await openArea('/term-reports/sign-reports?class=3A');
    await lineOf('Ali, Zoe (S1)');
    expect((await lineOf('Ali, Zoe (S2)')).getByRole('button', { name: 'Mark as done: Ali, Zoe (S2)' })).toBeTruthy();
    await lineOf('Student S3');
  });

  it('has words to copy for each who is awaited', async () => {
    answerAdmin(server, 'Admin', ['completeness']);
    answer([]);
    await openArea('/admin/dashboard/sign-reports');
    await screen.findByRole('row', { name: /3A/ });
    const remind = screen.getByRole('button', { name: 'Remind' });
    await waitFor(() => expect(remind).toHaveProperty('disabled', false));
    fireEvent.click(remind);
    const dialog = await screen.findByRole('dialog');
    for (const text of ['Fiona Fox', '3A: 2 reports, as form teacher', 'Otto Dean', '3A has no principal'])
      expect(dialog.textContent).toContain(text);
    expect(within(dialog).getAllByRole('button', { name: /^Copy for/ })).toHaveLength(2);
  });

  it('tells a teacher without a class that there is nothing to sign', async () => {
    answerTeacher(server);
    server.on(countSignatures, () => ({ classes: [] }));
    await openArea('/term-reports/sign-reports');
    await screen.findByText(wordings.noClassOfYours);
  });

  it('is in the menu of teachers where the school has it', async () => {
    answerTeacher(server);
    answer(['form teacher']);
    await openArea('/term-reports');
    await screen.findByRole('link', { name: /Sign Reports/ });
  });

  it('is in nobody’s menu where the school has it no more', async () => {
    server.school.options = [];
    answerTeacher(server);
    await openArea('/term-reports');
    await screen.findByRole('link', { name: /Completeness/ });
    expect(screen.queryByRole('link', { name: /Sign Reports/ })).toBeNull();
  });

  it('signs all that are clean, after it has shown how many they are', async () => {
    answerTeacher(server);
    answer(['form teacher']);
    await openArea('/term-reports/sign-reports');
    fireEvent.click(await screen.findByRole('button', { name: wordings.clean }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Mark 2 reports as done' }));
    await within(dialog).findByText(wordings.noneClean);
    expect(signed).toEqual([
      {
        class_id: '3A',
        year: 2025,
        term: 1,
        as: 'form teacher',
        reports: [
          { student_id: 'S1', contents: 'S1'.padEnd(22, 'c') },
          { student_id: 'S4', contents: 'S4'.padEnd(22, 'c') },
        ],
      },
    ]);
  });
});

describe('the reports of a class', () => {
  it('say who has signed, what fell back and what is missing, with a link to the field', async () => {
    answerTeacher(server);
    answer(['form teacher']);
    await openArea('/term-reports/sign-reports?class=3A');
    const fallen = await lineOf('Student S4');
    const link = fallen.getByRole('link', { name: 'Exam mark of Mathematics' });
    expect(link.getAttribute('href')).toBe('/term-reports/view-reports/3A/S4?field=MATH%2Fexam_mark');
    expect((await lineOf('Student S2')).getByText('Missing: Mathematics.')).toBeTruthy();
    expect((await lineOf('Student S3')).getByText(/Form teacher: done, The form teacher/)).toBeTruthy();
  });

  it('are signed one by one, and taken back while nobody has signed behind', async () => {
    answerTeacher(server);
    answer(['form teacher']);
    await openArea('/term-reports/sign-reports?class=3A');
    fireEvent.click(await screen.findByRole('button', { name: 'Mark as done: Student S1' }));
    const back = await screen.findByRole('button', { name: 'Take back: Student S1' });
    expect(signed.map(({ reports }) => reports.map(({ student_id }) => student_id))).toEqual([['S1']]);
    fireEvent.click(back);
    await screen.findByRole('button', { name: 'Mark as done: Student S1' });
    // The principal has signed it.
    expect((await lineOf('Student S5')).queryByRole('button', { name: /Take back|Mark/ })).toBeNull();
  });

  it('are signed as a class, and the clean ones alone', async () => {
    answerTeacher(server);
    answer(['form teacher']);
    await openArea('/term-reports/sign-reports?class=3A');
    await screen.findByRole('button', { name: 'Mark 3 reports as done' });
    fireEvent.click(screen.getByRole('button', { name: 'All that are clean: 2' }));
    await waitFor(() => expect(signed[0]?.reports.map(({ student_id }) => student_id)).toEqual(['S1', 'S4']));
    fireEvent.click(await screen.findByRole('button', { name: 'Mark 1 report as done' }));
    await waitFor(() => expect(signed[1]?.reports.map(({ student_id }) => student_id)).toEqual(['S2']));
  });

  it('wait for the dean with what the form teacher has done, and not without', async () => {
    answerTeacher(server);
    answer(['dean']);
    await openArea('/term-reports/sign-reports?class=3A');
    await screen.findByRole('button', { name: 'Approve: Student S3' });
    expect(screen.getAllByRole('button', { name: /^Approve: / })).toHaveLength(1);
  });

  it('are clean for the form teacher without the dean’s remark, and not for the dean', async () => {
    students = [report('S1', 0, { missing: ['Dean’s remarks'] }), report('S2', 1, { missing: ['Dean’s remarks'] })];
    answerTeacher(server);
    answer(['form teacher', 'dean']);
    await openArea('/term-reports/sign-reports?class=3A');
    // All that wait for the first post are clean: one button.
    fireEvent.click(await screen.findByRole('button', { name: 'Mark 1 report as done' }));
    await screen.findByRole('button', { name: 'Approve 2 reports' });
  });
});
