import { familiesContract } from '#shared/families/contract.ts';
import { requestOf } from '../../../api/request.ts';

interface CardLinksProps {
  year: number;
  term: number;
  title: string;
}

/** The printed card of a report: in a tab of its own, where the browser prints it, or saved. Each is an opening (rule 48). */
export function CardLinks({ year, term, title }: CardLinksProps) {
  const { url } = requestOf(familiesContract.printMyReport, { year: String(year), term: String(term) });
  return (
    <p className="acts">
      <a className="plain" href={url} target="_blank" rel="noreferrer">
        View and Print<span className="visually-hidden"> the card of {title}</span>
      </a>
      <a className="plain" href={url} download={`Term report ${title}.pdf`}>
        Download<span className="visually-hidden"> the card of {title}</span>
      </a>
    </p>
  );
}
