import { useEffect, useRef } from 'react';
import { type To, useNavigate } from 'react-router';

/** Navigates unless the component has gone: the result of a request whose form was left leads nowhere. */
export function useNavigateIfShown() {
  const navigate = useNavigate();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return (to: To) => {
    if (isShown.current) void navigate(to);
  };
}
