import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Row } from '../layout/row.tsx';
import styles from './back-link.module.css';

interface BackLinkProps {
  to: string;
  /** The screen that it leads back to. */
  children: string;
  className?: string | undefined;
}

/** The way back to the screen above this one, over its title. */
export const BackLink = ({ to, children, className = '' }: BackLinkProps) => (
  <Row as={Link} inline gap={6} to={to} className={`${styles.back} ${className}`}>
    <ArrowLeft size={16} aria-hidden />
    {children}
  </Row>
);
