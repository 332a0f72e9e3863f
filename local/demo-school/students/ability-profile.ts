import type { Random } from '../random.ts';
import type { StreamName } from '../staff/curriculum.ts';
import type { AptitudeField } from '../staff/subjects.ts';
import type { AbilityProfile } from './pupil.ts';

/** How a group of students differs from the average of the school. */
const meanAbility: Readonly<Record<StreamName | 'mixed' | 'sixth form', number>> = {
  mixed: 0,
  science: 0.8,
  'applied science': 0.3,
  business: 0.15,
  humanities: 0,
  technical: -0.4,
  'sixth form': 0.6,
};

/** Strengths of a stream. */
const strength: Readonly<Partial<Record<StreamName, AptitudeField>>> = {
  science: 'science',
  business: 'business',
  humanities: 'language',
  technical: 'making',
};

export function pickAbilityProfile(random: Random, group: StreamName | 'mixed' | 'sixth form'): AbilityProfile {
  const ability = random.normal(meanAbility[group], 0.85);
  const strong = group === 'mixed' || group === 'sixth form' ? undefined : strength[group];
  const aptitude = (field: AptitudeField) => random.normal(field === strong ? 0.5 : 0, 0.8);
  const diligence = 0.45 * ability + random.normal(0, 0.85);
  return {
    ability,
    aptitudes: {
      language: aptitude('language'),
      numbers: aptitude('numbers'),
      science: aptitude('science'),
      society: aptitude('society'),
      business: aptitude('business'),
      making: aptitude('making'),
    },
    diligence,
    conduct: 0.5 * diligence + random.normal(0.4, 0.8),
    // Most miss a day or two in a term, a few miss a third of it.
    absence: Math.min(0.4, 0.035 * Math.exp(random.normal(0, 0.9) - 0.25 * diligence)),
    lateness: Math.min(0.3, 0.03 * Math.exp(random.normal(0, 1) - 0.2 * diligence)),
  };
}
