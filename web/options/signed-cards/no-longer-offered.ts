import { BadgeCheck } from 'lucide-react';
import { verifyPageWordings } from '#shared/options/signed-cards/wordings.ts';
import { noLongerOffered } from '../../ui/screen/no-longer-offered.tsx';

/** What the page on which cards are checked says. */
export const mount = noLongerOffered({
  siteName: verifyPageWordings.title,
  icon: BadgeCheck,
  title: verifyPageWordings.noLongerOffered,
  text: 'A code on a card can no longer be looked up. Ask the school whether the card is good.',
});
