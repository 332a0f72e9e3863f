import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { familyPageWordings as wordings } from '#shared/options/families/wordings.ts';
import guide from '../../../../docs/guide/options/families/family.md?guide';
import { renderGuide } from '../../../ui/display/guide-text.tsx';
import { PageHeading } from './focus.tsx';

/** The family's side of the guide, as the school prints it for the letter. */
export default function FamilyGuide() {
  useEffect(() => {
    document.title = wordings.help;
  }, []);
  return (
    <main className="page">
      <Link to="/reports">My reports</Link>
      {guide.sections.map(({ title, text }) => (
        <article key={title} className="guide">
          <PageHeading>{title}</PageHeading>
          {renderGuide(text)}
        </article>
      ))}
    </main>
  );
}
