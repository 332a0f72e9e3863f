import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { familyPageWordings as wordings } from '#shared/families/wordings.ts';
import { displayDate } from '#shared/school/display-date.ts';
import type { MyReports } from '../family-session.ts';
import { PageHeading } from '../focus.tsx';
import { AveragesChart } from './averages-chart.tsx';
import { CardLinks } from './card-links.tsx';

/** My reports: every posted one, newest first, and the averages over the terms. */
export default function ReportList({ mine: { student, reports } }: { mine: MyReports }) {
  const { state } = useLocation();
  useEffect(() => {
    document.title = 'My reports';
  }, []);
  return (
    <main className="page">
      <PageHeading>My reports</PageHeading>
      <p className="quiet">
        {student.name}, {student.class_id}, student ID {student.id}
      </p>
      {state?.isPasswordChanged && <p role="status">{wordings.passwordChanged}</p>}
      <Link to="/absences">Absence notes</Link>
      <Link to="/registration">My registration</Link>
      <Link to="/password">{wordings.changePassword}</Link>
      {reports.length === 0 && <p>{wordings.nothingPosted}</p>}
      {reports.length > 1 && (
        <section className="card" aria-label="Averages">
          <h2>Averages</h2>
          <AveragesChart reports={reports} />
        </section>
      )}
      {reports.length > 0 && (
        <ul className="card reports" aria-label="Reports">
          {reports.map(({ year, term, title, class_id, posted_on, average }) => (
            <li key={`${year} ${term}`}>
              <p className="row">
                <Link to={`/reports/${year}-${term}`}>{title}</Link>
                <span>{average === null ? 'No average' : `Average ${average} %`}</span>
              </p>
              <p className="quiet">
                Class {class_id}, posted {displayDate(posted_on)}
              </p>
              <CardLinks {...{ year, term, title }} />
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}
