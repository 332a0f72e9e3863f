import { DoorClosed } from 'lucide-react';
import { familyWordings } from '#shared/options/families/wordings.ts';
import { noLongerOffered } from '../../ui/screen/no-longer-offered.tsx';

/** What the families' entrance and every link to a report say. */
export const mount = noLongerOffered({
  siteName: familyWordings.noLongerOfferedTitle,
  icon: DoorClosed,
  title: familyWordings.noLongerOffered,
  text: 'Reports are not shown here any more, and links to them no longer open. Ask the school office for a report.',
});
