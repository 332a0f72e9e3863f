import type { ReactNode } from 'react';
import type { Output } from '#shared/http/contract.ts';
import type { familiesContract } from '#shared/options/families/contract.ts';
import { familyPageWordings as wordings } from '#shared/options/families/wordings.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { WholeDates } from '../../../../ui/screen/whole-dates.tsx';
import { PageHeading } from '../focus.tsx';

export type FamilyReport = Output<typeof familiesContract.readMyReport>;

/**
 * A report as a page: what the printed card says, in one column that a phone and a screen reader read in order.
 * @param children the ways to the printed card
 */
export function ReportBody({ report, children }: { report: FamilyReport; children: ReactNode }) {
  return (
    <>
      <PageHeading>
        <WholeDates>{`Term report, ${report.title}`}</WholeDates>
      </PageHeading>
      <p className="quiet">
        {`${report.name}, ${report.class_id}. ${report.school}, posted ${displayDate(report.posted_on)}`}
      </p>
      {children}
      <Average {...report.average} />
      <Subjects subjects={report.subjects} />
      <Facts title="Attendance" facts={report.attendance} />
      <Facts title="Conduct" facts={report.conduct} />
      <Facts title="Music" facts={report.music} />
      {report.co_curricular.length > 0 && (
        <section className="card">
          <h2>Co-curricular activities</h2>
          <p>{report.co_curricular.join(', ')}</p>
        </section>
      )}
      {report.remarks.map(({ title, text }) => (
        <section className="card" key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </section>
      ))}
      {report.new_term_beginning !== null && <p>{wordings.newTerm(displayDate(report.new_term_beginning))}</p>}
    </>
  );
}

function Average({ text, entered, of }: FamilyReport['average']) {
  return (
    <section className="card">
      <h2>Average</h2>
      <p className="figure">{text === null ? '--' : `${text} %`}</p>
      {entered < of && <p className="quiet">{wordings.someMissing(entered, of)}</p>}
    </section>
  );
}

function Subjects({ subjects }: Pick<FamilyReport, 'subjects'>) {
  return (
    <section className="card">
      <h2>Subjects</h2>
      <ul className="subjects">
        {subjects.map((subject) => (
          <li key={subject.title}>
            <h3 className="beside row">
              <span>{subject.title}</span>
              <span>{subject.total ?? '--'}</span>
            </h3>
            <p className="quiet">{detailsOf(subject)}</p>
            {subject.comment !== null && <p>{subject.comment}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** "Course 21, exam 44. Application B, conduct A. 2 times absent. Mr Ali": what of a subject is there. */
function detailsOf(subject: FamilyReport['subjects'][number]): string {
  const { course, exam, application, conduct, times_absent, times_late, teacher } = subject;
  const listed = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join(', ');
  const named = (name: string, value: string | number | null) => (value === null ? null : `${name} ${value}`);
  return [
    listed(named('Course', course), named('exam', exam)),
    listed(named('Application', application), named('conduct', conduct)),
    listed(named('Times absent', times_absent), named('late', times_late)),
    teacher ?? '',
  ]
    .filter((part) => part !== '')
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`)
    .join('. ');
}

function Facts({ title, facts }: { title: string; facts: FamilyReport['attendance'] }) {
  if (facts.length === 0) return null;
  return (
    <section className="card">
      <h2>{title}</h2>
      <dl className="facts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
