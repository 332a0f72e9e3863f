import type { LucideIcon } from 'lucide-react';
import { createRoot } from 'react-dom/client';
import { EmptyState } from '../display/empty-state.tsx';
import { setSiteName } from './screen-title.ts';

interface NoLongerOffered {
  /** The page's name in the browser's title. */
  siteName: string;
  icon: LucideIcon;
  title: string;
  /** What to do without the page. */
  text: string;
}

/** Answers what mounts at the address of an option's page while the option is off. */
export const noLongerOffered =
  ({ siteName, ...message }: NoLongerOffered) =>
  (root: HTMLElement): void => {
    setSiteName(siteName);
    createRoot(root).render(
      <main>
        <EmptyState {...message} />
      </main>,
    );
  };
