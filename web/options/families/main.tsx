import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { FamilyPage } from './page/family.tsx';
import '../../ui/theme/tokens.css';
import '../../ui/theme/light-page.css';
import './page/family.css';

const root = document.getElementById('root');
if (!root) throw new Error('student.html has no #root.');

// The form is in the page before this file is: what was typed there goes on (public/student.js).
const form = document.forms.namedItem('entrance');
const value = (name: string): string => {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field.value : '';
};
const typed = { name: value('username'), password: value('password'), isSent: form?.ariaBusy === 'true' };

createRoot(root).render(
  <StrictMode>
    <FamilyPage typed={typed} />
  </StrictMode>,
);

// After what is seen first.
void import('../../ui/controls/second-press.ts').then(({ guardPresses }) => guardPresses()).catch(() => {});
