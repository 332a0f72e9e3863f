import { asDeployed, type CopyPlan } from '../../cost/copies.ts';
import { gatewayRecord } from '../../cost/meter.ts';
import { readMetered } from '../../cost/metered.ts';
import { type Days, filesOfStudent, type KeptYears, monthUse, schoolYear } from '../../cost/month.ts';
import { dollarsOf, entriesOf, type Priced, sumOf, total, type Use } from '../../cost/prices.ts';
import type { Metered, Scene } from '../../cost/scenes.ts';
import { canaryUse, stackUse } from '../../cost/standing.ts';
import { sizeOf } from '../../cost/table-size.ts';

/** Schools of a ministry, and of a cell of it. */
const schools = 500;
const schoolsOfCell = 50;
const students = 2000;

const meanMonth: Days = {
  ordinary: schoolYear.ordinary / 12,
  termEnd: schoolYear.termEnd / 12,
  postings: schoolYear.postings / 12,
};
const monthsWithUsers = 10 / 12;

/** What is done once for a whole school costs by its students. */
const ofWholeSchool: Scene[] = [
  'open the register of students',
  'see the completeness board',
  'update attendance on all reports',
  'check and post all reports',
  'print all report cards',
];

function schoolOf(students: number): Metered {
  const metered = readMetered();
  const times = students / metered.students;
  const scenes = { ...metered.scenes };
  const trail = { ...metered.trail };
  for (const scene of ofWholeSchool) {
    scenes[scene] = sumOf([scenes[scene], times]);
    trail[scene] = sizeOf([trail[scene], times]);
  }
  const table = sizeOf([metered.table, times]);
  return { ...metered, students, classes: Math.round(metered.classes * times), scenes, trail, table };
}

const school = schoolOf(students);

interface Plan {
  copies: CopyPlan;
  kept?: KeptYears;
}

function monthWith(plan: Plan): Use {
  const use = monthUse(school, meanMonth, plan);
  return { ...use, 'Cognito users': (use['Cognito users'] ?? 0) * monthsWithUsers };
}

/** Less of some, more of others. */
const changed = (use: Use, by: Use): Use => sumOf([use, 1], [by, 1]);

interface Lever {
  name: string;
  /** What of a school's use it changes; absent where it is another plan. */
  apply?: (use: Use) => Use;
  plan?: Plan;
}

const fileBytes = (school.students * filesOfStudent) / 1024 ** 3;

/** Each with all before it. */
const levers: readonly Lever[] = [
  {
    // DynamoDB keeps every second of 35 days beside them.
    name: 'all records exported once a month, changes once a day',
    plan: { copies: { ...asDeployed, full: 1, changesEvery: 24 } },
  },
  {
    name: 'attendance archived each half year, by the job that is there',
    plan: { copies: { ...asDeployed, full: 1, changesEvery: 24 }, kept: { all: 5, attendance: 1, trail: 5 } },
  },
  {
    name: 'the trail of past years in files, as attendance’s',
    plan: { copies: { ...asDeployed, full: 1, changesEvery: 24 }, kept: { all: 5, attendance: 1, trail: 1 } },
  },
  {
    // Streams are answered too, which an HTTP API cannot. A CloudFront function names the function of each call.
    name: 'functions’ own addresses behind CloudFront’s signature, no API Gateway',
    apply: (use) => {
      const calls = use['API Gateway calls'] ?? 0;
      return changed(use, {
        'API Gateway calls': -calls,
        'CloudFront functions': calls,
        'Logs written': (-calls * gatewayRecord) / 1024 ** 3,
      });
    },
  },
  {
    name: 'files in cold storage after a month, here and in the vault',
    apply: (use) =>
      changed(use, {
        ...{ 'S3 storage': -fileBytes, 'Vault storage': -fileBytes, 'S3 cold storage': 2 * fileBytes },
        // One in twenty is looked at in a month. Six of each student come in five years, and are moved twice.
        ...{ 'S3 cold reads': fileBytes / 20, 'S3 moves to cold storage': (2 * school.students * 6) / (5 * 12) },
      }),
  },
];

/** Dollars a school and month, all of a ministry's on one bill: what AWS never charges is had once, not once for each account. */
function perSchool(school: Use, cell: Use, isFreeCounted: boolean): number {
  return total(sumOf([school, schools], [cell, schools / schoolsOfCell]), isFreeCounted) / schools;
}

export interface MinistryDollars {
  /** By the list, as the code is: a stack for each school, and in cells. */
  apart: number;
  inCells: number;
  /** In cells, after what one bill has free; and with each lever and all before it. */
  steps: { name: string; dollars: number }[];
  /** The largest lines at the end. */
  largest: [Priced, number][];
}

/** What a school costs in the mean of a year's months. */
export function ministryDollars(): MinistryDollars {
  const stacks = stackUse('demo');
  const standing = sumOf([stacks, 1], [canaryUse, 1]);
  // As one school's: each round of a cell's canary asks the next school for its health.
  const cell = standing;
  const now = monthWith({ copies: asDeployed });
  const steps = [{ name: 'in cells, what one bill has free counted once', dollars: perSchool(now, cell, true) }];
  let plan: Plan = { copies: asDeployed };
  const applied: ((use: Use) => Use)[] = [];
  let last = now;
  for (const lever of levers) {
    plan = lever.plan ?? plan;
    if (lever.apply) applied.push(lever.apply);
    last = applied.reduce((use, apply) => apply(use), monthWith(plan));
    steps.push({ name: `… ${lever.name}`, dollars: perSchool(last, cell, true) });
  }
  const all = sumOf([last, schools], [cell, schools / schoolsOfCell]);
  const largest = entriesOf(all)
    .map(([what, amount]): [Priced, number] => [what, dollarsOf(what, amount, true) / schools])
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 6);
  return {
    apart: total(sumOf([now, 1], [standing, 1]), false),
    inCells: perSchool(now, cell, false),
    steps,
    largest,
  };
}
