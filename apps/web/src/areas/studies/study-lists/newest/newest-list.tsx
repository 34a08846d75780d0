import { Anchor, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useList } from '../../../../shared/lists/use-list.ts';
import { doctorSettingsQuery } from '../../../platform/access/settings.ts';
import { clientStudiesQuery } from '../client-studies/queries.ts';
import { NEWEST, NewestSkeleton } from './newest-skeleton.tsx';
import { NewestStudy } from './newest-study.tsx';
import classes from './newest.module.css';

/** The first page of «Исследования», so that both are one request and one entry of the cache. */
const FIRST_PAGE = clientStudiesQuery({ offset: 0, sortedBy: 'createdAt.desc' });

export function NewestList() {
  const { list } = useList(FIRST_PAGE);
  const { data: settings } = useQuery(doctorSettingsQuery);
  if (!list || !settings) return <NewestSkeleton />;
  if (list.totalCount === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="newest-studies">
      <div className={classes.head}>
        <Title order={2} size="h4" id="newest-studies">
          Последние исследования
        </Title>
        <Anchor component={Link} to="/doctor-area/studies" size="sm">
          Все исследования
        </Anchor>
      </div>
      <ul className={classes.list}>
        {list.studies.slice(0, NEWEST).map((study) => (
          <li key={study.studyID} className={classes.study}>
            <NewestStudy study={study} settings={settings} />
          </li>
        ))}
      </ul>
    </section>
  );
}
