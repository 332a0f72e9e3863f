export interface SubjectNames {
  subject_id: string;
  title: string;
  abbr: string;
}

export const byTitle = (a: Pick<SubjectNames, 'title'>, b: Pick<SubjectNames, 'title'>): number =>
  a.title.localeCompare(b.title, 'en');
