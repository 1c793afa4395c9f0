"""CONFIG: questions about devices and switches; the reference runs on a CPU."""

from collections import namedtuple

from . import optimizer

PhysicalDevice = namedtuple("PhysicalDevice", "name device_type")
LogicalDevice = namedtuple("LogicalDevice", "name device_type")

_switches = {"run_functions_eagerly": False}


def list_physical_devices(device_type=None):
    """The CPU, or nothing if devices of another type are asked for."""
    return _of(PhysicalDevice("/physical_device:CPU:0", "CPU"), device_type)


def list_logical_devices(device_type=None):
    """The CPU, or nothing if devices of another type are asked for."""
    return _of(LogicalDevice("/device:CPU:0", "CPU"), device_type)


def _of(device, device_type):
    return [device] if device_type in (None, device.device_type) else []


def run_functions_eagerly(run_eagerly):
    """Whether functions are Python's, and nothing is traced."""
    _switches["run_functions_eagerly"] = run_eagerly


def functions_run_eagerly():
    """What `run_functions_eagerly` was last told."""
    return _switches["run_functions_eagerly"]


del namedtuple
