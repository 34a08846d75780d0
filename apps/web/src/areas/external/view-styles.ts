/* What the large picture is made of beside the sign-in screens' sheets, which a stranger has already. */
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
