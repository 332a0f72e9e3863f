import { Link } from 'react-router-dom';
import type { Output } from '#shared/http/contract.ts';
import { totalText } from '#shared/marks/marks.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import type { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { TermMarks } from '#shared/students/register/overview-calls.ts';
import { studentScreenWordings } from '#shared/students/wordings.ts';
import type { SiteAddress } from '../../../address/use-address-state.ts';
import { useAdminSession } from '../../../session/session.ts';
import { buildScreenAddress, sitePaths } from '../../../session/site-paths.ts';
import { NumberCell, NumberHead, Table } from '../../../ui/display/table.tsx';
import { Muted, Text } from '../../../ui/layout/text.tsx';
import { WholeDates } from '../../../ui/screen/whole-dates.tsx';
import styles from './page.module.css';

type Overview = Output<typeof studentRegisterContract.readStudentOverview>;

/**
 * Subjects with their teachers, and the totals of every term; a term links to its report where the user may open it.
 */
export function StudentMarks({ studentId, overview: { subjects, terms } }: { studentId: string; overview: Overview }) {
  const { permissions } = useAdminSession();
  const opensReports = permissions.some(({ menu }) => menu === 'termReports');
  // Subjects that were given up have marks, and new ones have none yet.
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
      <Text as="h2" below={12} id="marks">
        {terms ? studentScreenWordings.subjectsAndMarks : 'Subjects'}
      </Text>
      {terms && terms.length > 0 && <MarksChart terms={terms} />}
      {rows.size === 0 ? (
        <Muted size={13} weight={400}>
          No subjects yet.
        </Muted>
      ) : (
        <Table label="Subjects, their teachers and the marks of every term" dense stickyFirst>
          <thead>
            <tr>
              <th scope="col">Subject</th>
              <th scope="col">Teacher</th>
              {terms?.map((term) => (
                <NumberHead key={termText(term)}>
                  {opensReports ? (
                    <Link to={reportOf(studentId, term)}>
                      <WholeDates>{termText(term)}</WholeDates>
                    </Link>
                  ) : (
                    termText(term)
                  )}
                </NumberHead>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...rows].map(([id, title]) => (
              <tr key={id}>
                <th scope="row">{title}</th>
                <td>
                  {teachersOf.get(id)?.join(', ') ?? (
                    <Muted as="span" size={13} weight={400}>
                      {studentScreenWordings.notTakenNow}
                    </Muted>
                  )}
                </td>
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

const reportOf = (studentId: string, { class_id, year, term }: TermMarks): SiteAddress =>
  buildScreenAddress(sitePaths.termDetails, {
    class: class_id,
    student: studentId,
    year: String(year),
    term: String(term),
  });

/** Sizes of the chart in SVG units. */
const height = 150;
const step = 110;
const [top, bottom, side] = [18, 24, 34];
const yOf = (percent: number): number => top + (1 - percent / 100) * (height - top - bottom);

/** A line chart of the terms' averages, which the table below has as figures. */
function MarksChart({ terms }: { terms: readonly TermMarks[] }) {
  const width = 2 * side + (terms.length - 1) * step + 40;
  const points = terms.flatMap((term, index) =>
    term.average === null ? [] : [{ term, x: side + 20 + index * step, y: yOf(Number(term.average)) }],
  );
  if (points.length === 0) return null;
  const said = points.map(({ term }) => `${termText(term)}: ${term.average} %`).join('; ');
  return (
    <div className={styles.chart}>
      <svg role="img" aria-label={`Average of each term. ${said}`} width={width} height={height}>
        {[0, 50, 100].map((percent) => (
          <g key={percent}>
            <line className={styles.grid} x1={side} x2={width - 8} y1={yOf(percent)} y2={yOf(percent)} />
            <text className={styles.axis} x={side - 8} y={yOf(percent) + 4} textAnchor="end">
              {percent}
            </text>
          </g>
        ))}
        <polyline className={styles.line} points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {points.map(({ term, x, y }) => (
          <g key={termText(term)}>
            <circle className={styles.point} cx={x} cy={y} r={4} />
            <text className={styles.value} x={x} y={y - 9} textAnchor="middle">
              {term.average}
            </text>
            <text className={styles.axis} x={x} y={height - 6} textAnchor="middle">
              {term.title} {term.year}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

/** "Term 1, 2025-2026". */
export const termText = ({ title, year }: Pick<TermMarks, 'title' | 'year'>): string =>
  `${title}, ${academicYearTitle(year)}`;
