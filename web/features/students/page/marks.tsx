import { Link } from 'react-router-dom';
import type { Output } from '#shared/http/contract.ts';
import { totalText } from '#shared/marks/marks.ts';
import type { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { TermMarks } from '#shared/students/register/overview-calls.ts';
import type { Address } from '../../../place/use-place.ts';
import { placeOf, places } from '../../../session/places.ts';
import { useAdminSession } from '../../../session/session.ts';
import { NumberCell, NumberHead, Table } from '../../../ui/display/table.tsx';
import { MarksChart } from './marks-chart.tsx';
import styles from './page.module.css';
import { termText } from './term-text.ts';

type Overview = Output<typeof studentRegisterContract.studentOverview>;

/** Who teaches what, and the totals of every term; each term leads to its report for those who may open it. */
export function Marks({ studentId, overview: { subjects, terms } }: { studentId: string; overview: Overview }) {
  const { permissions } = useAdminSession();
  const opensReports = permissions.some(({ menu }) => menu === 'termReports');
  // A subject that was given up has marks, and one that was taken up has none yet.
  const rows = new Map(
    [...subjects, ...(terms ?? []).flatMap((term) => term.subjects)].map(({ subject_id, title }) => [
      subject_id,
      title,
    ]),
  );
  const teachersOf = new Map(subjects.map(({ subject_id, teachers }) => [subject_id, teachers]));
  const totalOf = (term: TermMarks, id: string) => term.subjects.find(({ subject_id }) => subject_id === id)?.total;
  return (
    <section className={styles.part} aria-labelledby="marks">
      <h2 id="marks">{terms ? 'Subjects and marks' : 'Subjects'}</h2>
      {terms && terms.length > 0 && <MarksChart terms={terms} />}
      {rows.size === 0 ? (
        <p className={styles.muted}>No subjects yet.</p>
      ) : (
        <Table label="Subjects, their teachers and the marks of every term" dense stickyFirst>
          <thead>
            <tr>
              <th scope="col">Subject</th>
              <th scope="col">Teacher</th>
              {terms?.map((term) => (
                <NumberHead key={termText(term)}>
                  {opensReports ? <Link to={reportOf(studentId, term)}>{termText(term)}</Link> : termText(term)}
                </NumberHead>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...rows].map(([id, title]) => (
              <tr key={id}>
                <th scope="row">{title}</th>
                <td>{teachersOf.get(id)?.join(', ') ?? <span className={styles.muted}>Not taken now</span>}</td>
                {terms?.map((term) => (
                  <NumberCell key={termText(term)}>{totalText(totalOf(term, id) ?? null) ?? '–'}</NumberCell>
                ))}
              </tr>
            ))}
            {terms && terms.length > 0 && (
              <tr className={styles.average}>
                <th scope="row">Average</th>
                <td />
                {terms.map(({ average, entered, of, ...term }) => (
                  <NumberCell key={termText(term)} title={`${entered} of ${of} entered`}>
                    {average === null ? '--' : `${average} %`}
                  </NumberCell>
                ))}
              </tr>
            )}
          </tbody>
        </Table>
      )}
    </section>
  );
}

const reportOf = (studentId: string, { class_id, year, term }: TermMarks): Address =>
  placeOf(places.termDetails, { class: class_id, student: studentId, year: String(year), term: String(term) });
