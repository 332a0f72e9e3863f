import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { familyPageWordings as wordings } from '#shared/options/families/wordings.ts';
import { displayDate } from '#shared/school/display-date.ts';
import type { MyReports } from '../family-session.ts';
import { PageHeading } from '../focus.tsx';
import { AveragesChart } from './averages-chart.tsx';
import { CardLinks } from './card-links.tsx';
import { WhatWaits } from './what-waits.tsx';

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
      </nav>
    </main>
  );
}
