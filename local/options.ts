import { cardProofs } from '#functions/term-reports/report-cards/card-proofs.ts';
import { cardProofParts } from '#options/functions/card-proof';
import type { Seeding } from './demo-school/types.ts';

export { mailItems as itemsOfOptions } from './options/families/family-mails.ts';

/** What the demo school's families and its office did together, and which reports are signed. */
export async function seedOptions(seeding: Seeding): Promise<void> {
  const { options } = seeding.school;
  if (options.includes('families')) {
    cardProofs.fill(cardProofParts);
    const { seedFamilies } = await import('./options/families/seed-families.ts');
    await seedFamilies(seeding);
  }
  if (options.includes('sign-off')) {
    const { seedSignatures } = await import('./options/sign-off/seed-signatures.ts');
    await seedSignatures(seeding);
  }
}
