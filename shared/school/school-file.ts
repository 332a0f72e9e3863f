import * as z from 'zod/mini';
import { secondFactorModes } from '../accounts/auth/second-factor.ts';
import { attendanceSettings } from '../attendance/limits.ts';
import { day, formLevel, id } from '../http/fields.ts';
import { defaultSchemeRules, schemeRuleSchema } from '../marks/scheme.ts';
import { defaultTintThresholds } from '../marks/tints.ts';
import { formLevels } from '../people/form-level.ts';
import { codeListsSchema } from '../students/code-lists.ts';
import { layoutRuleSchema } from '../term-reports/layouts/card-layout.ts';
import { cardLayoutSchema } from '../term-reports/layouts/card-layout-schema.ts';
import { unknownLayouts } from '../term-reports/layouts/shipped-layouts.ts';
import { defaultPromotionRules } from './promotion-proposal.ts';

/** A certificate's address; CloudFront takes it from us-east-1 alone, wherever the school is. */
const certificateArn = z.lazy(() =>
  z
    .string()
    .check(
      z.regex(
        /^arn:aws:acm:us-east-1:\d{12}:certificate\/[0-9a-f-]{36}$/,
        'The ARN of a certificate in us-east-1: CloudFront takes none from elsewhere.',
      ),
    ),
);

/** An AWS account and a region. */
export const placeSchema = z.lazy(() =>
  z.strictObject({
    /** The twelve digits of the AWS account. */
    account: z.string().check(z.regex(/^\d{12}$/, 'The twelve digits of an AWS account.')),
    /** The AWS region, such as us-east-1. */
    region: z.string().check(z.regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'The name of a region, such as us-east-1.')),
  }),
);

const name = z.lazy(() => z.string().check(z.trim(), z.minLength(1), z.maxLength(120)));

const percent = z.lazy(() => z.int().check(z.gte(0), z.lte(100)));

/** The window of a school that names none. */
const usualWeeklyTests = { from: '2024-04-18', to: '2024-07-05', maximum: 50 };

/**
 * Makes the schema of a school's reference data, one validated file per deployment: `infra/schools/<school>.json`
 * (rule 30). `id` names the stacks, the table and the buckets. Few calls need it, so it is not made at import.
 */
export const schoolFileSchema = () =>
  z.pipe(
    schoolFields(),
    z.transform(({ markingScheme, ...file }) => ({
      ...file,
      markingScheme: file.absentIsZero
        ? markingScheme.map((rule) => ({ ...rule, absentIsZero: rule.absentIsZero ?? true }))
        : markingScheme,
    })),
  );

const schoolFields = () =>
  z
    .strictObject({
      /** The file's name. It names the stacks, tables and buckets, and cannot change later. */
      id: z
        .string()
        .check(
          z.regex(/^[a-z][a-z0-9-]{1,15}$/, 'Small letters, digits and dashes, 2 to 16 of them.'),
          z.regex(
            /^(?!.*-(?:keys|trail)$)/,
            'Must not end in -keys or -trail: tables of another school are called so.',
          ),
        ),
      /** Where it is deployed, and nowhere else. */
      aws: placeSchema,
      /**
       * Where copies of everything are kept that nobody of the school's account can delete (ADR 0006): another account,
       * in another region.
       */
      vault: z._default(z.nullable(placeSchema), null),
      /**
       * Which schools get a version before it: few in the first wave, most in the third. A stage gets it before all of
       * them.
       */
      wave: z._default(z.literal(['first', 'second', 'third']), 'third'),
      /** The school's name: on every screen, document and letter. No password may have it. */
      name: name,
      /** Below the name on the sign-in page and on report cards. */
      motto: z.nullable(name),
      /** Up to four lines in the head of documents. */
      address: z.array(name).check(z.maxLength(4)),
      /** In the head of documents. */
      telephone: z.nullable(name),
      /** In the head of documents; no letter is sent from it. */
      email: z.nullable(z.email()),
      /** Printed under the signature line of report cards. */
      principal: z.nullable(name),
      /** IANA name; documents print the school's own date and hour. */
      timeZone: z.string().check(z.refine(isTimeZone, 'Not a time zone, such as America/Port_of_Spain.')),
      /** Where alarms and budget notices go. */
      operatorEmail: z.email(),
      /** Where faults are reported to, as the site says in public; the IT officer's where there is none. */
      securityEmail: z._default(z.nullable(z.email()), null),
      /** Web address when it is not CloudFront's own; needs a certificate in us-east-1. */
      domain: z.nullable(
        z.strictObject({
          /** The name alone, such as marks.school.example; every name below it is https alone too. */
          name: name,
          /** A certificate of AWS Certificate Manager in us-east-1, in the school's account. */
          certificateArn: certificateArn,
        }),
      ),
      /** How many people work with it, which the API's throttle is made of; by its classes where it says nothing. */
      size: z._default(
        z.nullable(
          z.strictObject({
            /** Students on the register. */
            students: z.int().check(z.gte(1), z.lte(20_000)),
            /** Teachers who sign in. */
            teachers: z.int().check(z.gte(1), z.lte(2000)),
          }),
        ),
        null,
      ),
      /**
       * Executions of Lambda that are reserved for signing in, so that a print run never takes the last. Null where the
       * account has no room: Lambda keeps 100 of its concurrent executions unreserved.
       */
      reservedForSignIn: z._default(z.nullable(z.int().check(z.gte(1), z.lte(50))), null),
      /** Whether WAF refuses an address that floods the school. For 6 dollars a month, and in us-east-1 alone. */
      firewall: z._default(z.boolean(), false),
      /**
       * Percent of the calls that X-Ray traces from API Gateway to the functions, and of the runs of jobs and exports.
       * Nothing is traced at 0: for 30 days a trace has the path of its call, in which ids name students, and the log
       * has none.
       */
      tracing: z._default(percent, 0),
      /**
       * Whether a new version of the functions that save marks, remarks and attendance is first given a tenth of the
       * calls, for ten minutes (ADR 0109). The two versions work side by side meanwhile.
       */
      gradualTraffic: z._default(z.boolean(), false),
      /** US dollars a month, where it is not what was measured: the budget warns at 80 % and 100 %. */
      monthlyBudget: z.optional(z.number().check(z.gte(1), z.lte(10_000))),
      /**
       * What the school has beyond the core, by the names of the folders (`shared/options.ts` knows them). None unless
       * the file says so.
       */
      options: z._default(
        z
          .array(name)
          .check(z.refine((names) => new Set(names).size === names.length, 'An option is in the list twice.')),
        [],
      ),
      /** What is set of them, by their names; each knows its own (`findFaultsOfOptions`). */
      optionSettings: z._default(z.record(z.string(), z.unknown()), {}),
      /** The three terms of a year. */
      terms: z
        .array(
          z.strictObject({
            /** 1, 2 and 3, in their order. */
            id: z.literal([1, 2, 3]),
            /** As screens and report cards call the term. */
            title: name,
          }),
        )
        .check(z.length(3)),
      /** Every class of the school. No screen changes them. */
      formClasses: z
        .array(
          z.strictObject({
            /** The class's name, which students and records keep: it cannot change later. */
            id: id,
            /** The form: 1 to 5, 6 for the lower sixth and 7 for the upper. The marking scheme goes by it. */
            form_level: formLevel,
            /** Where promotion moves the class; null where its students leave the school. */
            next_class_id: z.nullable(id),
          }),
        )
        .check(z.minLength(1), z.maxLength(200)),
      /** Houses that a student may be in. */
      houses: z.array(
        z.strictObject({
          /** Stored with the student: it cannot change later. */
          id: id,
          /** As screens and documents call it. */
          name: name,
          /** Six hexadecimal digits, such as #c62828. */
          color: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
        }),
      ),
      /** Posts that the office can give a teacher, such as Principal. The number alone gives no right. */
      posts: z.array(
        z.strictObject({
          /** Stored with the teacher: it cannot change later. */
          id: z.int(),
          /** As the Teachers screen calls the post. */
          rank: name,
          /**
           * **Gives a right**: its holders see and enter the marks of every class and subject, and use the mark book's
           * spreadsheets (product §6).
           */
          seesEveryClass: z._default(z.boolean(), false),
        }),
      ),
      /** Activities that a term report can name, without commas. */
      coCurriculars: z.array(name.check(z.refine((title) => !title.includes(','), 'A name without a comma.'))),
      /** Years that a student's record is kept after the day of leaving: then it may be erased (ADR 0060). */
      retentionYears: z._default(z.int().check(z.gte(1), z.lte(100)), 7),
      /** What may be chosen of a student: religions, means of transport and the like, each in the order of the list. */
      codeLists: z.prefault(codeListsSchema(), {}),
      /** Classes whose term reports have the music fields. */
      musicClasses: z.array(id),
      /**
       * Whether a code of an authenticator app is asked for after the password, of administrators (both kinds) and of
       * teachers (ADR 0089).
       */
      secondFactor: z._default(
        z.strictObject({
          /** `off`, `offered` (set up under My account) or `demanded` (set up at the next sign-in). */
          administrators: z._default(z.literal(secondFactorModes), 'offered'),
          /** The same for teachers. */
          staff: z._default(z.literal(secondFactorModes), 'off'),
        }),
        { administrators: 'offered', staff: 'off' },
      ),
      /** Weekly tests (rule 29): off unless the school says so; Thursdays from and to, and what a test is out of. */
      weeklyTests: z._default(
        z.strictObject({
          /** Whether the school has weekly tests. */
          isOn: z.boolean(),
          /** First day of the window, yyyy-MM-dd. Set both days: the defaults are long past. */
          from: z._default(day, usualWeeklyTests.from),
          /** Its last day. */
          to: z._default(day, usualWeeklyTests.to),
          /** What a test is out of at first. */
          maximum: z._default(z.int().check(z.gte(0), z.lte(100)), usualWeeklyTests.maximum),
        }),
        { isOn: false, ...usualWeeklyTests },
      ),
      /** Attendance: off unless the school says so; by which times a day is judged, and the days without school. */
      attendance: z.prefault(attendanceSettings(), {}),
      /**
       * Whom promotion proposes to repeat (rule 27, ADR 0082): percent, and a number of subjects; null where it is no
       * reason.
       */
      promotion: z._default(
        z.strictObject({
          /** An average below so many percent is a reason to repeat. */
          averageBelow: z._default(z.nullable(percent), defaultPromotionRules.averageBelow),
          /** Percent of a subject's total with which it is passed. */
          passMark: z._default(percent, defaultPromotionRules.passMark),
          /** Fewer subjects passed are a reason to repeat. */
          fewestPasses: z._default(z.nullable(z.int().check(z.gte(0), z.lte(30))), defaultPromotionRules.fewestPasses),
          /** Attendance below so many percent is a reason to repeat. */
          attendanceBelow: z._default(z.nullable(percent), defaultPromotionRules.attendanceBelow),
        }),
        { ...defaultPromotionRules },
      ),
      /**
       * Layouts of report cards that are the school's own, and which cards have which, by form level and term (rule
       * 66); where no rule matches, the standard one.
       */
      reportCards: z._default(
        z.strictObject({
          /** Layouts of the school's own, as in `shared/term-reports/layouts/shipped-layouts.ts` (ADR 0108). */
          own: z._default(z.array(cardLayoutSchema()).check(z.maxLength(20)), []),
          /** Which cards have which layout: the first rule that matches applies. */
          rules: z._default(z.array(layoutRuleSchema()).check(z.maxLength(50)), []),
        }),
        { own: [], rules: [] },
      ),
      /** Marks that a sheet tints: low below so many percent, and so many times the quartiles' distance from them. */
      tints: z._default(
        z.strictObject({
          /** Percent of the maximum below which a mark is tinted as low. */
          lowBelow: z._default(z.int().check(z.gte(0), z.lte(100)), defaultTintThresholds.lowBelow),
          /** So many quartile distances away, a mark is tinted as an outlier. */
          outlierFences: z._default(z.number().check(z.gte(0.5), z.lte(10)), defaultTintThresholds.outlierFences),
        }),
        { ...defaultTintThresholds },
      ),
      /**
       * Whether an absence from an exam or assessment is a zero; else it counts for nothing, as exempt always does
       * (rule 43).
       */
      absentIsZero: z._default(z.boolean(), false),
      /**
       * How a term's mark is made, by form and term: the first rule that has both applies, and the rules must cover
       * every form and term. The default is below.
       */
      markingScheme: z._default(z.array(schemeRuleSchema).check(z.minLength(1)), [...defaultSchemeRules]),
    })
    .check(
      z.refine(({ domain, aws }) => domain === null || domain.certificateArn.split(':')[4] === aws.account, {
        error: 'The certificate must be in the account of the school.',
        path: ['domain', 'certificateArn'],
      }),
      z.refine(({ firewall, aws }) => !firewall || aws.region === 'us-east-1', {
        error: 'CloudFront takes a firewall from us-east-1 alone, where this school is not.',
        path: ['firewall'],
      }),
      z.refine(({ vault, aws }) => vault === null || (vault.account !== aws.account && vault.region !== aws.region), {
        error: 'The vault must be in another account and in another region than the school.',
        path: ['vault'],
      }),
      z.refine((school) => coversEveryTerm(school.markingScheme), {
        error: 'The marking scheme must cover form levels 1 to 7 in terms 1 to 3.',
        path: ['markingScheme'],
      }),
      z.refine(({ reportCards }) => unknownLayouts(reportCards).length === 0, {
        error: 'A rule names a layout that neither the school nor the program has.',
        path: ['reportCards', 'rules'],
      }),
      z.refine(({ reportCards: { own } }) => new Set(own.map((layout) => layout.name)).size === own.length, {
        error: 'Two layouts have the same name.',
        path: ['reportCards', 'own'],
      }),
      z.refine((school) => new Set(school.formClasses.map((entry) => entry.id)).size === school.formClasses.length, {
        error: 'A class is in the list twice.',
        path: ['formClasses'],
      }),
      z.refine(
        (school) => {
          const classes = new Set(school.formClasses.map((entry) => entry.id));
          return school.formClasses.every((entry) => entry.next_class_id === null || classes.has(entry.next_class_id));
        },
        { error: 'next_class_id must name a class of the list.', path: ['formClasses'] },
      ),
    );
export type SchoolFile = z.output<ReturnType<typeof schoolFileSchema>>;

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

function coversEveryTerm(rules: readonly z.output<typeof schemeRuleSchema>[]): boolean {
  const terms = [1, 2, 3] as const;
  return formLevels.every((level) =>
    terms.every((term) => rules.some((rule) => rule.levels.includes(level) && rule.terms.includes(term))),
  );
}
