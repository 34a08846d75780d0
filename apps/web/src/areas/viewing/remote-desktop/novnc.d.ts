/** The members of noVNC that are used here (its docs/API.md); it has no types. */
declare module '@novnc/novnc' {
  export default class RFB extends EventTarget {
    constructor(target: Element, channel: WebSocket, options?: { shared?: boolean });
    /** 0 to 9: the effort of compression */
    compressionLevel: number;
    /** 0 to 9: the quality of JPEG */
    qualityLevel: number;
    /** whether the remote screen is resized to the local one */
    resizeSession: boolean;
    /** whether the remote screen is scaled to fit */
    scaleViewport: boolean;
    background: string;
    /** not in API.md: the size requested for the remote screen, in CSS pixels */
    protected _screenSize(): { w: number; h: number };
    focus(): void;
    disconnect(): void;
  }
}
