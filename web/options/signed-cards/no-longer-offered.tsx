import { BadgeCheck } from 'lucide-react';
import { createRoot } from 'react-dom/client';
import { verifyPageWordings } from '#shared/options/signed-cards/wordings.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { setSiteName } from '../../ui/screen/screen-title.ts';

/** What the page on which cards are checked says where the school has no signed cards (any more). */
export function mount(root: HTMLElement): void {
  setSiteName(verifyPageWordings.title);
  createRoot(root).render(
    <main>
      <EmptyState
        icon={BadgeCheck}
        title={verifyPageWordings.noLongerOffered}
        text="A code on a card can no longer be looked up. Ask the school whether the card is good."
      />
    </main>,
  );
}
