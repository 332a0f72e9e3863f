import { Link } from 'react-router-dom';
import { familyPageWordings as wordings } from '#shared/options/families/wordings.ts';
import { displayDate } from '#shared/school/display-date.ts';
import type { MyReports } from '../family-session.ts';

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
