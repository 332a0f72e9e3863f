import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { familyPageWordings as wordings } from '#shared/options/families/wordings.ts';
import { displayDate } from '#shared/school/display-date.ts';
import type { MyReports } from '../family-session.ts';
import { PageHeading } from '../focus.tsx';
import { CardLinks } from './card-links.tsx';

/** Of the picture, in units of its own; it grows with the page. */
const size = { width: 340, height: 190, left: 46, right: 24, top: 24, bottom: 40 };

/** The averages of the posted reports over the terms, the oldest first. The same figures are in the list below it. */
export function AveragesChart({ reports }: { reports: MyReports['reports'] }) {
  const points = reports
    .toReversed()
    .flatMap(({ year, term, title, average }) =>
      average === null ? [] : [{ year, term, title, average, value: Number(average) }],
    );
  const step = (size.width - size.left - size.right) / Math.max(points.length - 1, 1);
  const x = (index: number) => size.left + index * step;
  const y = (value: number) => size.top + (1 - value / 100) * (size.height - size.top - size.bottom);
  const text = points.map(({ title, average }) => `${title}: ${average} %`).join('; ');
  return (
    <svg className="chart" viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={`Averages. ${text}`}>
      {[0, 50, 100].map((value) => (
        <g key={value}>
          <line x1={size.left} x2={size.width - size.right} y1={y(value)} y2={y(value)} />
          <text className="axis" x={size.left - 30} y={y(value) + 4}>
            {value}
          </text>
        </g>
      ))}
      <polyline points={points.map(({ value }, index) => `${x(index)},${y(value)}`).join(' ')} />
      {points.map(({ year, term, average, value }, index) => (
        <g key={`${year} ${term}`}>
          <circle cx={x(index)} cy={y(value)} r="4" />
          <text x={x(index)} y={y(value) - 8}>
            {average}
          </text>
          <text className="axis" x={x(index)} y={size.height - 18}>
            Term {term}
          </text>
          <text className="axis" x={x(index)} y={size.height - 3}>
            {year}–{String(year + 1).slice(2)}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** What the family has to do or has not seen, the most urgent first: each line leads to where it is done. */
export function WhatWaits({ mine }: { mine: MyReports }) {
  const waiting = listWaiting(mine);
  return (
    <section className={waiting.length > 0 ? 'card waits' : 'card'} aria-labelledby="waits">
      <h2 id="waits">{wordings.whatWaits}</h2>
      {waiting.length === 0 ? (
        <p className="quiet">{wordings.nothingWaits}</p>
      ) : (
        <ul className="reports">
          {waiting.map(({ says, to }) => (
            <li key={says}>
              <Link to={to}>{says}</Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface Waiting {
  says: string;
  to: string;
}

function listWaiting({ registration, questions, reports }: MyReports): Waiting[] {
  const { state, is_open, deadline } = registration;
  const until = deadline === null ? null : displayDate(deadline);
  const waiting: Waiting[] = [];
  if (state === 'sent back')
    waiting.push({ says: is_open ? wordings.sentBack(until) : wordings.sentBackClosed, to: '/registration' });
  if (questions) waiting.push({ says: wordings.questions(questions), to: '/absences' });
  if (is_open && (state === 'none' || state === 'draft'))
    waiting.push({ says: wordings.registrationOpen(state, until), to: '/registration' });
  for (const { year, term, title, is_new } of reports)
    if (is_new) waiting.push({ says: wordings.newReport(title), to: `/reports/${year}-${term}` });
  return waiting;
}

/**
 * The families' first page: what waits for them, every posted report, newest first, and the averages over the terms.
 * `onShown` reads again what another page may have changed.
 */
export default function ReportList({ mine, onShown }: { mine: MyReports; onShown: () => void }) {
  const { student, reports } = mine;
  const { state } = useLocation();
  useEffect(() => {
    document.title = 'My reports';
    onShown();
  }, [onShown]);
  return (
    <main className="page">
      <PageHeading>My reports</PageHeading>
      <p className="quiet">
        {student.name}, {student.class_id}, student ID {student.id}
      </p>
      {state?.isPasswordChanged && <p role="status">{wordings.passwordChanged}</p>}
      <WhatWaits mine={mine} />
      <nav className="beside acts" aria-label="Pages">
        {mine.questions !== null && (
          <Link className="plain" to="/absences">
            Absence notes
          </Link>
        )}
        <Link className="plain" to="/registration">
          My registration
        </Link>
      </nav>
      {reports.length === 0 && <p>{wordings.nothingPosted}</p>}
      {reports.length > 1 && (
        <section className="card" aria-label="Averages">
          <h2>Averages</h2>
          <AveragesChart reports={reports} />
        </section>
      )}
      {reports.length > 0 && (
        <ul className="card reports" aria-label="Reports">
          {reports.map(({ year, term, title, class_id, posted_on, average, is_new }) => (
            <li key={`${year} ${term}`}>
              <p className="beside row">
                <Link to={`/reports/${year}-${term}`}>{title}</Link>
                <span>{average === null ? 'No average' : `Average ${average} %`}</span>
              </p>
              <p className="quiet">
                {is_new && <strong>{wordings.isNew}. </strong>}
                Class {class_id}, posted {displayDate(posted_on)}
              </p>
              <CardLinks year={year} term={term} title={title} />
            </li>
          ))}
        </ul>
      )}
      <nav className="beside acts" aria-label="Your sign-in">
        <Link to="/password">{wordings.changePassword}</Link>
        <Link to="/sessions">{wordings.whereSignedIn}</Link>
        <Link to="/help">{wordings.help}</Link>
      </nav>
    </main>
  );
}
